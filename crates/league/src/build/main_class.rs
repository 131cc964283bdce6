//! Java's class files, as far as it takes to find the one to start.

/// A public static method takes these of a method's flags.
const PUBLIC_AND_STATIC: u16 = 0x0001 | 0x0008;

/// The name of the class in a class file, with dots, if it has the main method that Java
/// starts; none for other classes and for what is no class file.
///
/// ```
/// use fruitrage_league::main_class;
///
/// assert_eq!(main_class(b"class homework {}"), None);
/// ```
pub fn main_class(bytes: &[u8]) -> Option<String> {
    let mut reader = Reader(bytes);
    if reader.take(4)? != [0xCA, 0xFE, 0xBA, 0xBE] {
        return None;
    }
    reader.take(4)?;
    let constants = Constants::read(&mut reader)?;
    reader.take(2)?;
    let name = constants.class(reader.u16()?)?.replace('/', ".");
    reader.take(2)?;
    let interfaces = usize::from(reader.u16()?);
    reader.take(interfaces * 2)?;
    for _ in 0..reader.u16()? {
        reader.member()?;
    }
    for _ in 0..reader.u16()? {
        let (flags, method, descriptor) = reader.member()?;
        let is_main = flags & PUBLIC_AND_STATIC == PUBLIC_AND_STATIC
            && constants.text(method) == Some("main")
            && constants.text(descriptor) == Some("([Ljava/lang/String;)V");
        if is_main {
            return Some(name);
        }
    }
    None
}

/// What the other parts of a class file refer to by number.
struct Constants<'a>(Vec<Constant<'a>>);

#[derive(Clone, Copy)]
enum Constant<'a> {
    Text(&'a str),
    Class(u16),
    Other,
}

impl<'a> Constants<'a> {
    fn read(reader: &mut Reader<'a>) -> Option<Self> {
        let count = usize::from(reader.u16()?);
        // Numbers begin at 1.
        let mut constants = vec![Constant::Other];
        while constants.len() < count {
            let tag = reader.take(1)?[0];
            let constant = match tag {
                1 => {
                    let length = usize::from(reader.u16()?);
                    str::from_utf8(reader.take(length)?).map_or(Constant::Other, Constant::Text)
                }
                7 => Constant::Class(reader.u16()?),
                8 | 16 | 19 | 20 => reader.skip(2)?,
                15 => reader.skip(3)?,
                3 | 4 | 9..=12 | 17 | 18 => reader.skip(4)?,
                5 | 6 => reader.skip(8)?,
                _ => return None,
            };
            constants.push(constant);
            // Long numbers have two places.
            if matches!(tag, 5 | 6) {
                constants.push(Constant::Other);
            }
        }
        Some(Self(constants))
    }

    fn text(&self, number: u16) -> Option<&'a str> {
        match self.0.get(usize::from(number))? {
            Constant::Text(text) => Some(text),
            _ => None,
        }
    }

    fn class(&self, number: u16) -> Option<&'a str> {
        match self.0.get(usize::from(number))? {
            Constant::Class(name) => self.text(*name),
            _ => None,
        }
    }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    fn u16(&mut self) -> Option<u16> {
        self.take(2).map(|bytes| u16::from_be_bytes([bytes[0], bytes[1]]))
    }

    fn skip(&mut self, count: usize) -> Option<Constant<'a>> {
        self.take(count).map(|_| Constant::Other)
    }

    /// The flags, name and type of a field or method.
    fn member(&mut self) -> Option<(u16, u16, u16)> {
        let member = (self.u16()?, self.u16()?, self.u16()?);
        for _ in 0..self.u16()? {
            self.take(2)?;
            let length = self.take(4)?;
            let length = u32::from_be_bytes([length[0], length[1], length[2], length[3]]);
            self.take(usize::try_from(length).ok()?)?;
        }
        Some(member)
    }
}

/// A class file of a class with one method, written by hand.
#[cfg(test)]
pub(super) fn class_file(name: &str, method: &str, descriptor: &str, flags: u16) -> Vec<u8> {
    let mut bytes = vec![0xCA, 0xFE, 0xBA, 0xBE, 0, 0, 0, 61, 0, 7];
    for text in [name, method, descriptor] {
        bytes.push(1);
        bytes.extend((text.len() as u16).to_be_bytes());
        bytes.extend(text.as_bytes());
    }
    bytes.extend([7, 0, 1]);
    bytes.extend([5, 0, 0, 0, 0, 0, 0, 0, 9]);
    bytes.extend([0, 0x21, 0, 4, 0, 0, 0, 0, 0, 0, 0, 1]);
    bytes.extend(flags.to_be_bytes());
    bytes.extend([0, 2, 0, 3, 0, 1, 0, 2, 0, 0, 0, 1, 0]);
    bytes.extend([0, 0]);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_class_with_the_main_method_is_found() {
        let main = "([Ljava/lang/String;)V";
        let found =
            |method, descriptor, flags| main_class(&class_file("a/B", method, descriptor, flags));
        assert_eq!(found("main", main, 9).as_deref(), Some("a.B"));
        assert_eq!(found("main", main, 0x89).as_deref(), Some("a.B"));
        for (method, descriptor, flags) in
            [("mains", main, 9), ("main", "()V", 9), ("main", main, 1)]
        {
            assert_eq!(found(method, descriptor, flags), None);
        }
    }

    proptest::proptest! {
        #[test]
        fn any_bytes_are_read_or_refused(
            changes in proptest::collection::vec((0..100_usize, proptest::num::u8::ANY), 0..6),
            length in 0..100_usize,
        ) {
            let mut bytes = class_file("homework", "main", "([Ljava/lang/String;)V", 9);
            for (place, byte) in changes {
                let place = place % bytes.len();
                bytes[place] = byte;
            }
            bytes.truncate(bytes.len().saturating_sub(length % 60));
            let _ = main_class(&bytes);
        }
    }
}
