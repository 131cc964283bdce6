//! Grades for a gradebook: who beats which agent of the tournament.

use thiserror::Error;

use super::csv::quoted;
use super::{Standings, shown};
use crate::{Grade, LeftOut};

/// Why there are no grades.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Ungraded {
    /// The tournament has none.
    #[error("expected [[grade]] in the tournament's file, found none")]
    NoGrades,
    /// Who is to be beaten does not play.
    #[error("expected grades for beating agents of the tournament, found `{0}`")]
    Unknown(String),
}

/// The grade of every agent as comma-separated values, with a heading. Grades come best
/// first, and an agent has the first whose agent it beats: more pairs won against it than
/// lost. Who is there to be beaten gets none. Who does not play has a row, too, with the reason
/// in the last column.
pub fn grades(standings: &Standings, grades: &[Grade]) -> Result<String, Ungraded> {
    if grades.is_empty() {
        return Err(Ungraded::NoGrades);
    }
    let is_there = |name: &str| standings.lines.iter().any(|line| line.name == name);
    if let Some(unknown) = grades.iter().find(|grade| !is_there(&grade.beats)) {
        return Err(Ungraded::Unknown(unknown.beats.clone()));
    }
    let heading = grades.iter().map(|grade| quoted(&format!("against {}", grade.beats)));
    let mut lines = vec![format!(
        "agent,grade,rank,rating,low,high,pairs,faults,{},problem",
        heading.collect::<Vec<_>>().join(",")
    )];
    let problem = |name: &str| {
        let left_out = standings.left_out.iter().find(|left_out| left_out.agent == name);
        left_out.map_or_else(String::new, |left_out| quoted(&left_out.reason))
    };
    let is_baseline = |name: &str| grades.iter().any(|grade| grade.beats == name);
    for line in standings.lines.iter().filter(|line| !is_baseline(&line.name)) {
        let results: Vec<_> =
            grades.iter().map(|grade| standings.between(&line.name, &grade.beats)).collect();
        let beaten = results.iter().position(|result| result.is_some_and(|it| it.won > it.lost));
        let grade = beaten.map_or(String::new(), |place| quoted(&grades[place].grade));
        let bound =
            |bound: Option<f64>| bound.map_or_else(String::new, |bound| format!("{bound:.1}"));
        let results: Vec<String> =
            results.iter().map(|result| result.as_ref().map_or_else(String::new, shown)).collect();
        let rating = &line.rating.0;
        lines.push(format!(
            "{},{grade},{},{:.1},{},{},{},{},{},{}",
            quoted(&line.name),
            line.rank,
            rating.value,
            bound(rating.low),
            bound(rating.high),
            line.pairs.total(),
            line.faults.values().sum::<u32>(),
            results.join(","),
            problem(&line.name),
        ));
    }
    for LeftOut { agent, .. } in standings.without_line().filter(|it| !is_baseline(&it.agent)) {
        let results = ",".repeat(grades.len());
        lines.push(format!("{},,,,,,0,0,{results}{}", quoted(agent), problem(agent)));
    }
    Ok(lines.join("\n") + "\n")
}
