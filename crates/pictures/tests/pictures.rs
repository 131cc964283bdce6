//! Pictures are what they were.

use std::time::Duration;

use fruitrage_pictures::{Animation, BoardPicture, MarginGraph, Rated, RatingPlot};
use fruitrage_rules::{Board, Cause, FruitKinds, Game, Player, Record, Setup};

fn board() -> Board {
    "012/342/5*2".parse().unwrap()
}

fn record() -> Record {
    let setup = Setup::new("01*/21*/20*".parse().unwrap(), FruitKinds::new(3).unwrap()).unwrap();
    let mut game = Game::new(setup);
    for cell in ["B1", "A3"] {
        game.play(cell.parse().unwrap(), Duration::ZERO).unwrap();
    }
    game.forfeit(Player::First, Cause::Resigned, "");
    Record::new(["Ada <&>", "a name that is far too long for a picture"], game)
}

#[test]
fn a_board() {
    let board = board();
    let marked = *board.group_at("C1".parse().unwrap()).unwrap().cells();
    let claimed = *board.group_at("A3".parse().unwrap()).unwrap().cells();
    let picture = BoardPicture::new(&board).with_marked(&marked).with_dashed(&claimed);
    insta::assert_snapshot!(picture);
}

#[test]
fn a_moving_game() {
    insta::assert_snapshot!(Animation::new(&record()));
}

#[test]
fn margins() {
    insta::assert_snapshot!(MarginGraph {
        names: ["Ada <&>", "Grace"],
        expected: &[12, 12, -40, -40, -38],
        scored: &[0, 36, 20, 4, -38],
        exact_from: Some(2),
        turning_points: &[1],
    });
}

#[test]
fn ratings() {
    let rated = [
        Rated { name: "engine <full>", value: 310.5, low: Some(250.0), high: None },
        Rated { name: "greedy", value: 0.0, low: Some(-40.0), high: Some(42.0) },
    ];
    insta::assert_snapshot!(RatingPlot(&rated));
}

/// The largest and the smallest, in every combination of what may be missing.
#[test]
fn graphs_of_nothing_are_drawn_too() {
    for margins in [&[][..], &[0], &[456_976, -456_976]] {
        let graph = MarginGraph {
            names: ["", ""],
            expected: margins,
            scored: margins,
            exact_from: None,
            turning_points: &[5],
        };
        let text = graph.to_string();
        assert!(!text.contains("NaN") && !text.contains("inf"), "{text}");
    }
    assert!(!RatingPlot(&[]).to_string().contains("NaN"));
}

#[cfg(feature = "png")]
#[test]
fn every_picture_can_be_drawn() {
    let board = board();
    let pictures = [
        BoardPicture::new(&board).to_string(),
        Animation::new(&record()).to_string(),
        RatingPlot(&[]).to_string(),
    ];
    for picture in pictures {
        let bytes = fruitrage_pictures::png(&picture, 1.0).unwrap();
        assert!(bytes.starts_with(b"\x89PNG"));
    }
    assert!(fruitrage_pictures::png("<svg", 1.0).is_err());
}
