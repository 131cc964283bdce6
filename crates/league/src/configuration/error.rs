//! Why a tournament cannot be read.

use std::fmt;
use std::path::Path;

use thiserror::Error;

/// Why a tournament cannot be read.
#[derive(Debug, Error)]
pub enum ConfigurationError {
    /// The file's text is wrong.
    #[error("{path}:{line}:{column}: {message}")]
    Text {
        /// The file.
        path: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1.
        column: usize,
        /// What was expected.
        message: String,
    },
    /// The file or folder cannot be used.
    #[error("{path}: {message}")]
    File {
        /// The file.
        path: String,
        /// Why.
        message: String,
    },
}

impl ConfigurationError {
    pub(crate) fn file(path: &Path, message: impl fmt::Display) -> Self {
        Self::File { path: path.display().to_string(), message: message.to_string() }
    }
}
