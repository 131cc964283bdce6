//! Reports as text.

use std::fmt::Write;

use fruitrage_arena::check::{Finding, Grade, advice};
use fruitrage_rules::plain;

use super::Report;

/// How much of a line that others wrote is shown.
const LONGEST_LINE: usize = 200;

/// How many lines of what a program or a compiler printed are shown.
const MOST_LINES: usize = 60;

/// How much of what is wrong is shown in a table.
const LONGEST_PROBLEM: usize = 120;

/// All that an author is told, as text.
pub fn text(report: &Report) -> String {
    let mut page = String::new();
    // Writing to a text cannot fail.
    let _ = write_report(&mut page, report);
    page
}

fn write_report(page: &mut String, report: &Report) -> std::fmt::Result {
    writeln!(page, "{}: {}", plain(&report.name, LONGEST_LINE), report.verdict().name())?;
    if !report.what.is_empty() {
        writeln!(page, "handed in: {} ({})", plain(&report.file, LONGEST_LINE), report.what)?;
    }
    if let Some(command) = &report.command {
        writeln!(page, "started by: {}", plain(command, LONGEST_LINE))?;
    }
    for line in [report.warning.as_ref(), report.counts().as_ref()].into_iter().flatten() {
        writeln!(page, "{}", plain(line, LONGEST_LINE))?;
    }
    if report.problem.is_some()
        && let Some(problem) = report.first_problem()
    {
        writeln!(page, "\nIt {problem}")?;
    }
    if let Some(build) = &report.build {
        writeln!(page, "\nBuilding it took {:.1} s:", build.seconds)?;
        write_lines(page, &build.text)?;
    }
    if let Some(found) = &report.check {
        writeln!(page)?;
        for finding in &found.findings {
            write_finding(page, finding)?;
        }
    }
    Ok(())
}

fn write_finding(page: &mut String, finding: &Finding) -> std::fmt::Result {
    let Finding { number, situation, seconds, .. } = finding;
    let mark = mark(finding.grade);
    writeln!(page, "{mark}  {number:>2}  {situation} ({seconds:.3} s)")?;
    let Some(cause) = &finding.cause else { return Ok(()) };
    writeln!(page, "    {cause}: {}", plain(&finding.detail, 2 * LONGEST_LINE))?;
    writeln!(page, "    {}", advice(cause))?;
    for (title, text) in parts(finding) {
        if !text.trim().is_empty() {
            writeln!(page, "    {title}:")?;
            write_lines(page, text)?;
        }
    }
    Ok(())
}

/// What went into a program and came out of it, with what to call it.
pub(super) fn parts(finding: &Finding) -> [(&'static str, &str); 3] {
    let evidence = &finding.evidence;
    [
        ("its input.txt", &evidence.input),
        ("its output.txt", &evidence.output),
        ("it printed", &evidence.printed),
    ]
}

pub(super) const fn mark(grade: Grade) -> &'static str {
    match grade {
        Grade::Passed => "passed",
        Grade::Advice => "advice",
        Grade::Failed => "FAILED",
    }
}

/// Lines of others, indented, of many the last.
fn write_lines(page: &mut String, text: &str) -> std::fmt::Result {
    let lines: Vec<&str> = text.trim_end().lines().collect();
    let left_out = lines.len().saturating_sub(MOST_LINES);
    if left_out > 0 {
        writeln!(page, "      … {left_out} lines before")?;
    }
    for line in &lines[left_out..] {
        writeln!(page, "      {}", plain(line, LONGEST_LINE))?;
    }
    Ok(())
}

/// A line for every hand-in, for the organiser.
pub fn text_of_class(reports: &[Report]) -> String {
    let width = reports.iter().map(|report| report.name.chars().count()).max().unwrap_or(0);
    let mut page = String::new();
    for report in reports {
        let name = plain(&report.name, LONGEST_LINE);
        let told = report.first_problem().or_else(|| report.command.clone()).unwrap_or_default();
        let told = plain(&told, LONGEST_PROBLEM);
        let _ = writeln!(page, "{:<6}  {name:<width$}  {told}", report.verdict().name());
    }
    page
}

#[cfg(test)]
mod tests {
    use super::super::tests::report;
    use super::*;

    #[test]
    fn a_report_has_the_input_that_shows_the_fault() {
        let page = text(&report("anna", "KeyError\u{1b}[2J"));
        for part in [
            "anna: FAILED\n",
            "started by: java -cp . homework\n",
            "1 passed, 0 with advice, 1 failed\n",
            "      $ javac homework.java\n",
            "FAILED   2  situation 2 (0.500 s)\n",
            "    crashed: expected this, found that\n",
            "    its input.txt:\n      1\n      1\n      5\n      0\n",
            "    it printed:\n      KeyError\\u{1b}[2J\n",
        ] {
            assert!(page.contains(part), "{part} is not in\n{page}");
        }
    }

    #[test]
    fn a_table_has_a_line_for_everybody() {
        let table = text_of_class(&[report("anna", ""), report("benjamin", "")]);
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with("FAILED  anna      situation 2"), "{table}");
    }
}
