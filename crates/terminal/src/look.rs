//! What a terminal can show, and what the user wants to see.

/// What the console of Windows is called here, which has no name of its own.
const WINDOWS_CONSOLE: &str = "windows-console";

/// What the surroundings say about the terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Environment {
    /// The kind of terminal, `TERM`.
    pub terminal: String,
    /// The locale for characters: the first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set.
    pub locale: String,
    /// Whether `NO_COLOR` is set to anything.
    pub no_colour: bool,
}

impl Environment {
    /// What the process was started with.
    pub fn of_the_process() -> Self {
        let text = |name: &str| std::env::var(name).unwrap_or_default();
        let locales = ["LC_ALL", "LC_CTYPE", "LANG"].map(text);
        let no_colour = !text("NO_COLOR").is_empty();
        if cfg!(windows) {
            // Nothing says so there: every console can be drawn on and has Unicode, and
            // only the newer terminal has emoji.
            let is_newer = std::env::var_os("WT_SESSION").is_some();
            let terminal = if is_newer { "windows-terminal" } else { WINDOWS_CONSOLE };
            return Self { terminal: terminal.to_owned(), locale: "UTF-8".to_owned(), no_colour };
        }
        Self {
            terminal: text("TERM"),
            locale: locales.into_iter().find(|locale| !locale.is_empty()).unwrap_or_default(),
            no_colour,
        }
    }

    /// Whether a screen can be drawn at all.
    pub fn has_screen(&self) -> bool {
        !matches!(self.terminal.as_str(), "" | "dumb")
    }

    fn is_utf8(&self) -> bool {
        let locale = self.locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    }
}

/// The characters that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Characters {
    /// ASCII alone; fruits are letters.
    Ascii,
    /// Beyond ASCII, but fruits are letters.
    Unicode,
    /// Fruits are emoji where they fit.
    Emoji,
}

/// How the screen looks.
///
/// ```
/// use fruitrage_terminal::{Characters, Environment, Look};
///
/// let console = Environment { terminal: "linux".into(), ..Environment::default() };
/// assert_eq!(Look::new(&console, false, false).characters, Characters::Ascii);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The characters that are shown.
    pub characters: Characters,
    /// With colours.
    pub colours: bool,
    /// Claimed fruit is shown going and the rest falling.
    pub animation: bool,
}

impl Look {
    /// The best that the terminal can do, unless it should be plain or still.
    pub fn new(environment: &Environment, plain: bool, still: bool) -> Self {
        let characters = match environment.terminal.as_str() {
            _ if plain || !environment.is_utf8() => Characters::Ascii,
            "linux" | WINDOWS_CONSOLE => Characters::Unicode,
            _ => Characters::Emoji,
        };
        let colours = !plain && !environment.no_colour;
        Self { characters, colours, animation: colours && !still }
    }

    pub(crate) const fn has_emoji(self) -> bool {
        matches!(self.characters, Characters::Emoji)
    }

    pub(crate) const fn has_unicode(self) -> bool {
        !matches!(self.characters, Characters::Ascii)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn environment(terminal: &str, locale: &str, no_colour: bool) -> Environment {
        Environment { terminal: terminal.to_owned(), locale: locale.to_owned(), no_colour }
    }

    #[test]
    fn the_look_follows_terminal_locale_and_wishes() {
        let modern = environment("xterm-256color", "de_DE.UTF-8", false);
        let all = Look { characters: Characters::Emoji, colours: true, animation: true };
        assert_eq!(Look::new(&modern, false, false), all);
        assert_eq!(Look::new(&modern, false, true), Look { animation: false, ..all });
        let plain = Look { characters: Characters::Ascii, colours: false, animation: false };
        assert_eq!(Look::new(&modern, true, false), plain);

        let console = environment("linux", "C.utf8", false);
        assert_eq!(
            Look::new(&console, false, false),
            Look { characters: Characters::Unicode, ..all }
        );
        let latin = environment("xterm", "de_DE", false);
        let letters = Look { characters: Characters::Ascii, ..all };
        assert_eq!(Look::new(&latin, false, false), letters);
        let grey = environment("xterm", "C.UTF-8", true);
        let still = Look { colours: false, animation: false, ..all };
        assert_eq!(Look::new(&grey, false, false), still);
    }
}
