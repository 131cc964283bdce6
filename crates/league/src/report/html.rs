//! Reports as pages that need nothing else.

use std::fmt::{self, Write};

use fruitrage_arena::check::{Finding, advice};
use fruitrage_rules::plain;

use super::text::{mark, parts};
use super::{Report, Verdict};

const STYLE: &str = include_str!("page.css");

/// More of a line than anybody reads.
const LONGEST_LINE: usize = 1000;

/// All that an author is told, as a page.
pub fn html(report: &Report) -> String {
    let mut page = String::new();
    // Writing to a text cannot fail.
    let _ = write_report(&mut page, report);
    page
}

fn write_head(page: &mut String, title: &str) -> fmt::Result {
    let title = escaped(title);
    write!(
        page,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n<h1>{title}</h1>\n"
    )
}

fn write_report(page: &mut String, report: &Report) -> fmt::Result {
    write_head(page, &report.name)?;
    let verdict = report.verdict();
    writeln!(page, "<p><b class=\"{}\">{}</b>", class_of(verdict), verdict.name())?;
    if let Some(counts) = report.counts() {
        writeln!(page, "{}", escaped(&counts))?;
    }
    let handed_in = format!("Handed in: {} ({})", report.file, report.what);
    writeln!(page, "<p>{}", escaped(&handed_in))?;
    if let Some(command) = &report.command {
        writeln!(page, "<br>Started by: <code>{}</code>", escaped(command))?;
    }
    if let Some(warning) = &report.warning {
        writeln!(page, "<p>{}", escaped(warning))?;
    }
    if report.problem.is_some()
        && let Some(problem) = report.first_problem()
    {
        writeln!(page, "<p>It {}", escaped(&problem))?;
    }
    if let Some(found) = &report.check {
        writeln!(page, "<h2>What was tried</h2>")?;
        for finding in &found.findings {
            write_finding(page, finding)?;
        }
    }
    if let Some(build) = &report.build {
        let open = if report.problem.is_some() { " open" } else { "" };
        let seconds = build.seconds;
        writeln!(page, "<details{open}><summary>Building it took {seconds:.1} s</summary>")?;
        write_text(page, &build.text)?;
        writeln!(page, "</details>")?;
    }
    Ok(())
}

fn write_finding(page: &mut String, finding: &Finding) -> fmt::Result {
    let Finding { number, situation, seconds, .. } = finding;
    let mark = mark(finding.grade);
    let class = mark.to_lowercase();
    let head = escaped(situation);
    let line = format!("<b class=\"{class}\">{mark}</b> {number}. {head}, {seconds:.3} s");
    let Some(cause) = &finding.cause else { return writeln!(page, "<p>{line}") };
    writeln!(page, "<details open><summary>{line}</summary>")?;
    writeln!(page, "<p>{}: {}", escaped(cause), escaped(&finding.detail))?;
    writeln!(page, "<p>{}", escaped(advice(cause)))?;
    for (title, text) in parts(finding) {
        if !text.trim().is_empty() {
            writeln!(page, "<p>{title}:")?;
            write_text(page, text)?;
        }
    }
    writeln!(page, "</details>")
}

fn write_text(page: &mut String, text: &str) -> fmt::Result {
    let lines: Vec<String> = text.trim_end().lines().map(escaped).collect();
    writeln!(page, "<pre>{}</pre>", lines.join("\n"))
}

/// A line for every hand-in, with links to the reports, which lie beside it.
pub fn html_of_class(title: &str, reports: &[Report]) -> String {
    let mut page = String::new();
    let _ = write_class(&mut page, title, reports);
    page
}

fn write_class(page: &mut String, title: &str, reports: &[Report]) -> fmt::Result {
    write_head(page, title)?;
    writeln!(page, "<table>\n<tr><th>Hand-in<th>Verdict<th>What was found")?;
    for report in reports {
        let verdict = report.verdict();
        let told = report.first_problem().or_else(|| report.counts()).unwrap_or_default();
        writeln!(
            page,
            "<tr><td><a href=\"{}\">{}</a><td><b class=\"{}\">{}</b><td>{}",
            address(&format!("{}.html", report.file)),
            escaped(&report.name),
            class_of(verdict),
            verdict.name(),
            escaped(&told)
        )?;
    }
    writeln!(page, "</table>")
}

const fn class_of(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Passed => "passed",
        Verdict::Advice => "advice",
        Verdict::Faulty | Verdict::Broken => "failed",
    }
}

/// Text of others as a part of a page.
fn escaped(text: &str) -> String {
    plain(text, LONGEST_LINE)
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

/// A file's name as an address: whatever is not plain is written as its bytes.
fn address(file: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    let mut address = String::from("./");
    for byte in file.bytes() {
        if is_plain(byte) {
            address.push(char::from(byte));
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::super::tests::report;
    use super::*;

    #[test]
    fn nothing_that_others_wrote_becomes_part_of_the_page() {
        let evil = "<script>alert(\"1\")</script>";
        let mut report = report(evil, evil);
        report.file = evil.to_owned();
        for page in [html(&report), html_of_class(evil, &[report])] {
            assert!(!page.contains("<script"), "{page}");
            assert!(page.contains("&lt;script&gt;"), "{page}");
        }
        assert_eq!(address("a b/ä.py"), "./a%20b%2F%C3%A4.py");
    }
}
