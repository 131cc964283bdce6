//! Keys of a file that are nearly right.

/// How much two names must have in common, of 1.
const ALIKE: f64 = 0.8;

/// The message about an unknown key, with the one that was probably meant.
pub(crate) fn with_suggestion(message: &str) -> String {
    let mut quoted = message.split('`').skip(1).step_by(2);
    let is_about_a_key =
        message.starts_with("unknown field") || message.starts_with("unknown variant");
    let found = quoted.next().filter(|_| is_about_a_key);
    let nearest = found.and_then(|found| nearest(found, quoted));
    match (nearest, message.split_once(", expected ")) {
        // Before the list of all keys, which may be long and cut off.
        (Some(nearest), Some((unknown, known))) => {
            format!("{unknown}: did you mean `{nearest}`? Expected {known}")
        }
        _ => message.to_owned(),
    }
}

/// The name that is most like one, if any is much like it.
pub(crate) fn nearest<'a>(found: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let likeness = |name: &str| strsim::jaro_winkler(&found.to_lowercase(), name);
    let alike = known.filter(|name| likeness(name) > ALIKE);
    alike.max_by(|one, other| likeness(one).total_cmp(&likeness(other)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_key_is_suggested_if_any_is_near() {
        for (found, suggestion) in [
            ("comand", Some("command")),
            ("Command", Some("command")),
            ("allow_read", Some("allow-read")),
            ("nmae", Some("name")),
            ("colour", None),
            ("x", None),
        ] {
            let known = "one of `name`, `command`, `allow-read`";
            let told = with_suggestion(&format!("unknown field `{found}`, expected {known}"));
            let hint = suggestion.map(|key| format!(": did you mean `{key}`? Expected "));
            let hint = hint.unwrap_or_else(|| ", expected ".to_owned());
            assert_eq!(told, format!("unknown field `{found}`{hint}{known}"));
        }
        assert_eq!(with_suggestion("invalid type: `a`"), "invalid type: `a`");
    }
}
