//! A store as it is named on the command line.

use std::convert::Infallible;
use std::str::FromStr;

use fruitrage_cli_support::Failure;
use fruitrage_league::Location;

/// A store as it was named. It is judged later than other arguments: a refusal of those
/// shows what was typed, and that may have a password in it.
#[derive(Clone, Debug)]
pub(crate) struct StoreArgument(Result<Location, String>);

impl StoreArgument {
    /// Where the store is. An address with a password is refused: everybody on this machine
    /// can read command lines.
    pub(crate) fn location(&self) -> Result<Location, Failure> {
        self.0.clone().map_err(Failure::Input)
    }
}

impl FromStr for StoreArgument {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(if has_password(text) {
            Err("expected the address of a store without its password, which others see in the \
                 list of processes: put it into PGPASSWORD or ~/.pgpass"
                .to_owned())
        } else {
            text.parse::<Location>().map_err(|error| error.to_string())
        }))
    }
}

/// Whether an address of a database has a password in it: `USER:PASSWORD@`, or as a parameter.
fn has_password(address: &str) -> bool {
    let Some(("postgres" | "postgresql", rest)) = address.split_once("://") else { return false };
    let (rest, parameters) = rest.split_once('?').unwrap_or((rest, ""));
    let user = rest.rsplit_once('@').map_or("", |(user, _)| user);
    user.contains(':') || parameters.split('&').any(|each| each.starts_with("password="))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_refused_and_not_shown() {
        for address in [
            "postgres://anna:secret@db.example/league",
            "postgres://anna:secret@/league",
            "postgres://anna@db.example/league?sslmode=require&password=secret",
        ] {
            let argument: StoreArgument = address.parse().unwrap();
            let refused = argument.location().unwrap_err().to_string();
            assert!(refused.contains("PGPASSWORD"), "{refused}");
            assert!(!format!("{refused}{argument:?}").contains("secret"), "{refused}");
        }
        assert!(!has_password("postgres://anna@db.example:5433/league?sslmode=require"));
        for store in ["league.db", "a:b@c.db"] {
            store.parse::<StoreArgument>().unwrap().location().unwrap();
        }
    }
}
