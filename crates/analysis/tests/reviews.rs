//! Reviews as people and programs see them, of games whose every value is known.

use std::time::Duration;

use fruitrage_analysis::{
    Aggregate, Review, ReviewedGame, Tally, aggregate_as_json, aggregate_as_text, game_as_json,
    game_as_line, game_as_text, keep, page, read_kept, review,
};
use fruitrage_engine::{Engine, Limits, Options, Stop};
use fruitrage_rules::{
    Cause, FruitKinds, Game, Generator, Group, Player, Record, Setup, Size, random_board,
};
use proptest::prelude::*;

/// Ada gives the larger group away at once.
const BOARD: &str = "***/*10/000";

fn setup(board: &str) -> Setup {
    Setup::new(board.parse().unwrap(), FruitKinds::new(3).unwrap()).unwrap()
}

fn reviewed(source: &str, record: Record) -> ReviewedGame {
    let mut engine = Engine::new(Options { hash_megabytes: 1, ..Options::default() });
    let (limits, clock) = (Limits::default(), || Duration::ZERO);
    let review =
        review(&mut engine, record.game(), &limits, &clock, &Stop::new(), &mut |_| {}).unwrap();
    ReviewedGame { source: source.to_owned(), record, review }
}

fn blunder() -> ReviewedGame {
    let mut game = Game::new(setup(BOARD).with_clocks([Duration::from_secs(10); 2]));
    game.play("B2".parse().unwrap(), Duration::from_millis(250)).unwrap();
    game.play("A3".parse().unwrap(), Duration::from_millis(1500)).unwrap();
    reviewed("a.fruitrage", Record::new(["Ada", "Grace"], game))
}

/// Grace leaves the larger group lying for a while, and is late in the end.
fn forfeit() -> ReviewedGame {
    let mut game = Game::new(setup("0*1/0*1/221"));
    for cell in ["C1", "A1"] {
        game.play(cell.parse().unwrap(), Duration::ZERO).unwrap();
    }
    game.forfeit(Player::First, Cause::OutOfTime, "late");
    reviewed("b.fruitrage", Record::new(["Grace", "<b>Ada</b>"], game))
}

#[test]
fn games_as_text() {
    insta::assert_snapshot!("game", game_as_text(&blunder()));
    insta::assert_snapshot!("forfeit", game_as_text(&forfeit()));
    insta::assert_snapshot!("line", game_as_line(&blunder()));
}

#[test]
fn a_game_without_moves_as_text() {
    let record = Record::new(["Ada", "Grace"], Game::new(setup(BOARD)));
    insta::assert_snapshot!(game_as_text(&reviewed("c.fruitrage", record)));
}

/// In the order of the names: whether a build keeps the order in which they were set
/// depends on what else is built beside.
fn sorted(mut value: serde_json::Value) -> String {
    value.sort_all_objects();
    format!("{value:#}")
}

#[test]
fn a_game_as_json() {
    insta::assert_snapshot!(sorted(game_as_json(&blunder())));
}

#[test]
fn many_games_as_text_and_json() {
    let games = [blunder(), forfeit()];
    let grace = Aggregate::new("Grace", &games);
    insta::assert_snapshot!("player", aggregate_as_text(&grace, &games));
    let ada = Aggregate::new("Ada", &games);
    insta::assert_snapshot!("player_json", sorted(aggregate_as_json(&ada, &games)));
}

#[test]
fn every_move_is_in_one_part_of_each_table() {
    let games = [blunder(), forfeit()];
    let aggregates = Aggregate::of_all(&games);
    let names: Vec<&str> = aggregates.iter().map(|aggregate| aggregate.name.as_str()).collect();
    assert_eq!(names, ["<b>Ada</b>", "Ada", "Grace"]);
    let moves: usize = aggregates.iter().map(|aggregate| aggregate.tally.moves).sum();
    assert_eq!(moves, 4);
    for aggregate in aggregates {
        for table in [&aggregate.by_fruit, &aggregate.by_board] {
            let sum =
                |of: fn(&Tally) -> i64| -> i64 { table.iter().map(|part| of(&part.tally)).sum() };
            assert_eq!(sum(|tally| tally.moves as i64), aggregate.tally.moves as i64);
            assert_eq!(sum(|tally| tally.lost), aggregate.tally.lost);
        }
    }
}

#[test]
fn a_page_is_complete_and_harmless() {
    let games = [blunder(), forfeit()];
    let text = page(&games, &Aggregate::of_all(&games));
    assert!(!text.contains("<b>Ada"), "names cannot become part of the page");
    let elsewhere = text.replace("http://www.w3.org/2000/svg", "");
    assert!(!elsewhere.contains("http:") && !elsewhere.contains("https:"));
    assert!(!elsewhere.contains("src=") && !elsewhere.contains("@import"));
    for part in ["id=\"game-1\"", "id=\"game-2\"", "href=\"#game-1-move-1\"", "default-src 'none'"]
    {
        assert!(text.contains(part), "{part}");
    }
    assert!(text.contains("<td class=\"number\">−15"), "a minus is no hyphen");
    assert!(!text.contains(">-1") && !text.contains(">+0"), "nothing has no sign");
}

fn game_by_chance(seed: u64) -> Game {
    let kinds = FruitKinds::new(3).unwrap();
    let board = random_board(Size::new(3).unwrap(), kinds, seed);
    let mut game = Game::new(Setup::new(board, kinds).unwrap());
    let mut chance = Generator::new(seed);
    for _ in 0..chance.below(10) {
        let groups: Vec<Group> = game.board().groups().collect();
        if !groups.is_empty() {
            let choice = groups[chance.below(groups.len())].name();
            game.play(choice, Duration::ZERO).unwrap();
        }
    }
    game
}

fn review_of(game: &Game) -> Review {
    reviewed("", Record::new(["a", "b"], game.clone())).review
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn what_is_kept_is_what_is_read(seed in any::<u64>()) {
        let game = game_by_chance(seed);
        let review = review_of(&game);
        let kept = keep("key", &review);
        prop_assert_eq!(read_kept(kept.as_bytes(), "key", &game), Some(review));
        prop_assert_eq!(read_kept(kept.as_bytes(), "another key", &game), None);
    }

    /// Whatever happens to the file, what is read adds up or is refused.
    #[test]
    fn what_is_damaged_is_refused_or_adds_up(seed in 0..20_u64, place in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let game = game_by_chance(seed);
        let mut kept = keep("key", &review_of(&game)).into_bytes();
        let place = place.index(kept.len());
        kept[place] = byte;
        if let Some(review) = read_kept(&kept, "key", &game) {
            prop_assert!(review.judgements.iter().all(|judgement| judgement.lost() >= 0));
            prop_assert_eq!(review.judgements.len(), game.turns().len());
        }
    }
}

#[test]
fn the_review_of_another_game_is_refused() {
    let (one, other) = (blunder(), forfeit());
    let kept = keep("key", &one.review);
    assert_eq!(read_kept(kept.as_bytes(), "key", other.record.game()), None);
    assert_eq!(read_kept(&kept.as_bytes()[..kept.len() - 1], "key", one.record.game()), None);
}
