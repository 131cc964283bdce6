//! Command lines as words, and back.
//!
//! Words are parted by blanks, and quotes keep them together. Unix shells also give the
//! backslash a meaning; on Windows it is what paths are made of, and stands for itself.

/// The words of a command line; none if a quote is not closed.
pub(super) fn split(command: &str) -> Option<Vec<String>> {
    if cfg!(windows) { split_plainly(command) } else { shlex::split(command) }
}

/// The command line that is split into these words.
pub(crate) fn join(words: &[String]) -> String {
    if cfg!(windows) {
        words.iter().map(|word| quote_plainly(word)).collect::<Vec<_>>().join(" ")
    } else {
        let joined = shlex::try_join(words.iter().map(String::as_str));
        joined.unwrap_or_else(|_| words.join(" "))
    }
}

fn is_quote(letter: char) -> bool {
    letter == '\'' || letter == '"'
}

fn split_plainly(command: &str) -> Option<Vec<String>> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in command.chars() {
        match quote {
            Some(open) if letter == open => quote = None,
            None if is_quote(letter) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_ascii_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    quote.is_none().then_some(words)
}

fn quote_plainly(word: &str) -> String {
    let is_plain = |letter: char| !is_quote(letter) && !letter.is_ascii_whitespace();
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    // Each kind of quote is kept by the other.
    let parts = word.split_inclusive('\'').map(|part| match part.strip_suffix('\'') {
        Some(before) => format!("'{before}'\"'\""),
        None => format!("'{part}'"),
    });
    let quoted: String = parts.collect();
    if quoted.is_empty() { "''".to_owned() } else { quoted }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backslashes_stand_for_themselves_on_windows() {
        for (command, words) in [
            (r".\mine.exe --deep", &[r".\mine.exe", "--deep"][..]),
            (r#""C:\My agents\mine.exe" a"#, &[r"C:\My agents\mine.exe", "a"]),
            (r"'C:\x y'\z", &[r"C:\x y\z"]),
            ("a '' \"it's\"", &["a", "", "it's"]),
            ("  ", &[]),
        ] {
            assert_eq!(split_plainly(command).unwrap(), words, "{command}");
        }
        assert_eq!(split_plainly("'open"), None);
        assert_eq!(split_plainly("it's"), None);
    }

    proptest::proptest! {
        #[test]
        fn what_is_quoted_is_one_word(word in "(['\" \\\\\t]|.){0,12}") {
            proptest::prop_assert_eq!(split_plainly(&quote_plainly(&word)), Some(vec![word]));
        }
    }
}
