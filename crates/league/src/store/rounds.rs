//! The rounds of a Swiss tournament as they were drawn.

use sqlx::Row;

use super::{Store, StoreError};
use crate::swiss::Round;

impl Store {
    /// The rounds that were drawn, from the first.
    pub(crate) fn rounds(&mut self) -> Result<Vec<Round>, StoreError> {
        let query = self.connection.query(
            "SELECT pairing.round, one.name AS a, other.name AS b FROM pairing
             JOIN agent AS one ON one.id = pairing.a
             LEFT JOIN agent AS other ON other.id = pairing.b ORDER BY pairing.id",
        );
        let mut rounds: Vec<Round> = Vec::new();
        for row in self.connection.rows(query)? {
            let round = usize::try_from(row.try_get::<i64, _>("round")?).unwrap_or(0).max(1);
            rounds.resize(rounds.len().max(round), Round::default());
            let drawn = &mut rounds[round - 1];
            let first: String = row.try_get("a")?;
            match row.try_get::<Option<String>, _>("b")? {
                Some(second) => drawn.pairings.push((first, second)),
                None => drawn.bye = Some(first),
            }
        }
        Ok(rounds)
    }

    /// How many rounds were drawn.
    pub(crate) fn rounds_drawn(&mut self) -> Result<usize, StoreError> {
        let query = self.connection.query("SELECT COALESCE(MAX(round), 0) AS drawn FROM pairing");
        let row = self.connection.row(query)?.ok_or(sqlx::Error::RowNotFound)?;
        Ok(usize::try_from(row.try_get::<i64, _>("drawn")?).unwrap_or_default())
    }

    /// Keeps the draw of a round, whole or not at all.
    pub(crate) fn add_round(&mut self, number: u32, round: &Round) -> Result<(), StoreError> {
        let pairs = round.pairings.iter().map(|(first, second)| (first, Some(second)));
        let bye = round.bye.iter().map(|name| (name, None));
        self.atomically(|store| {
            for (first, second) in pairs.chain(bye) {
                let query = store
                    .connection
                    .query(
                        "INSERT INTO pairing (round, a, b) VALUES ($1,
                            (SELECT id FROM agent WHERE name = $2),
                            (SELECT id FROM agent WHERE name = $3))",
                    )
                    .bind(i64::from(number))
                    .bind(first.clone())
                    .bind(second.cloned());
                store.connection.execute(query)?;
            }
            Ok(())
        })
    }
}
