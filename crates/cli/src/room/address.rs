//! The link of a room, as the page shows it.

use std::str::FromStr;

use fruitrage_rooms::{RoomId, Secret};

/// The link of a room: `http://HOST:PORT/#room=ROOM.INVITATION`, or without an invitation to
/// watch.
#[derive(Clone, Debug)]
pub(crate) struct RoomAddress {
    /// The host and port that are called.
    pub(crate) authority: String,
    /// Where the page is.
    pub(crate) path: String,
    pub(crate) is_encrypted: bool,
    pub(crate) room: RoomId,
    pub(crate) invitation: Option<Secret>,
}

const EXPECTED: &str = "expected a link such as http://HOST:PORT/#room=…, as the page shows it";

impl FromStr for RoomAddress {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (scheme, rest) = text.split_once("://").ok_or(EXPECTED)?;
        let is_encrypted = match scheme {
            "http" => false,
            "https" => true,
            _ => return Err(EXPECTED.to_owned()),
        };
        let (page, fragment) = rest.split_once('#').ok_or(EXPECTED)?;
        let (authority, path) = page.split_once('/').unwrap_or((page, ""));
        let room = fragment.strip_prefix("room=").ok_or(EXPECTED)?;
        let (room, invitation) = match room.split_once('.') {
            Some((room, invitation)) => (room, Some(invitation)),
            None => (room, None),
        };
        let refuse = |_| EXPECTED.to_owned();
        if authority.is_empty() || authority.contains('@') {
            return Err(EXPECTED.to_owned());
        }
        Ok(Self {
            authority: authority.to_owned(),
            path: path.rsplit_once('/').map_or(String::new(), |(folder, _)| format!("{folder}/")),
            is_encrypted,
            room: room.parse().map_err(refuse)?,
            invitation: invitation.map(str::parse).transpose().map_err(refuse)?,
        })
    }
}

impl RoomAddress {
    /// Where rooms are talked about.
    pub(super) fn socket(&self) -> String {
        let scheme = if self.is_encrypted { "wss" } else { "ws" };
        format!("{scheme}://{}/{}api/room", self.authority, self.path)
    }

    /// What is called.
    pub(super) fn host_and_port(&self) -> String {
        let port = if self.is_encrypted { 443 } else { 80 };
        match self.parted() {
            (_, Some(_)) => self.authority.clone(),
            (host, None) => format!("{host}:{port}"),
        }
    }

    /// The name that the server's certificate is for.
    pub(super) fn host(&self) -> &str {
        self.parted().0.trim_start_matches('[').trim_end_matches(']')
    }

    /// The host, and the port if there is one.
    fn parted(&self) -> (&str, Option<&str>) {
        let is_port =
            |port: &str| !port.is_empty() && port.bytes().all(|sign| sign.is_ascii_digit());
        match self.authority.rsplit_once(':') {
            Some((host, port)) if is_port(port) => (host, Some(port)),
            _ => (&self.authority, None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_are_read_as_the_page_shows_them() {
        let invited = "http://127.0.0.1:8080/#room=abcdefghijkm.abcdefghijkmnpqrstuvwxyz23";
        let address: RoomAddress = invited.parse().unwrap();
        assert_eq!(address.socket(), "ws://127.0.0.1:8080/api/room");
        assert!(address.invitation.is_some());
        let watched: RoomAddress = "https://play.example/fruit/#room=abcdefghijkm".parse().unwrap();
        assert_eq!(watched.socket(), "wss://play.example/fruit/api/room");
        assert_eq!(watched.host_and_port(), "play.example:443");
        assert_eq!(watched.host(), "play.example");
        let numbered: RoomAddress = "https://[::1]:8443/#room=abcdefghijkm".parse().unwrap();
        assert_eq!((numbered.host(), &*numbered.host_and_port()), ("::1", "[::1]:8443"));
        for bad in ["", "http://x", "http://x/#room=1", "ftp://x/#room=abcdefghijkm", "#room=a"] {
            assert!(bad.parse::<RoomAddress>().is_err(), "{bad}");
        }
    }
}
