//! How threads share the work of a search without talking to each other.

/// The order in which a thread goes through the moves of a position.
///
/// Where one good move is enough, all threads find it at the same place: first. Where all
/// moves have to be refuted, two threads that start from either end meet in the middle,
/// since each finds in the table what the other has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// From the first to the last.
    Forward,
    /// The first, then from the last backward.
    Backward,
}

impl Order {
    /// The order of a thread, by its number.
    pub(crate) const fn of_thread(number: usize) -> Self {
        if number.is_multiple_of(2) { Self::Forward } else { Self::Backward }
    }

    /// The indices of so many moves.
    pub(crate) fn indices(self, count: usize) -> impl Iterator<Item = usize> {
        (0..count).map(move |step| match self {
            Self::Backward if step > 0 => count - step,
            _ => step,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_orders_begin_with_the_first_and_miss_none() {
        assert_eq!(Order::Forward.indices(4).collect::<Vec<_>>(), [0, 1, 2, 3]);
        assert_eq!(Order::Backward.indices(4).collect::<Vec<_>>(), [0, 3, 2, 1]);
        assert_eq!(Order::Backward.indices(0).count(), 0);
    }
}
