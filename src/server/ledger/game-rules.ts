// Rules of the ledger for games: those of each game, and those that hold for several.
import {
  CHARGES,
  COUNTED_GAMES,
  type CountedGame,
  GAMES,
  type GameName,
  ITEM_STAKE_GAMES,
  PLAYER_GAMES,
  STAKED_STATES,
} from '../../game/base/games.ts'
import { BATTLE_RULES } from './battle-rules.ts'
import { CASE_RULES } from './case-rules.ts'
import { CONTRACT_RULES } from './contract-rules.ts'
import { FREE_CASE_RULES } from './free-case-rules.ts'
import { RAFFLE_RULES } from './raffle-rules.ts'
import type { Rule } from './rule.ts'
import { UPGRADE_RULES } from './upgrade-rules.ts'
import { WHEEL_RULES } from './wheel-rules.ts'

/** What the rows of each game have to keep. */
const RULES_OF_GAMES: Readonly<Record<GameName, readonly Rule[]>> = {
  case: CASE_RULES,
  upgrade: UPGRADE_RULES,
  contract: CONTRACT_RULES,
  wheel: WHEEL_RULES,
  raffle: RAFFLE_RULES,
  free_case: FREE_CASE_RULES,
  battle: BATTLE_RULES,
}

const listed = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(', ')

/** Sources of items that only a roll gives: a raffle's prize has none of its winner's. */
const SOURCES = [...new Set(PLAYER_GAMES.map((game) => GAMES[game].source))]

const STAKED_STATE_OF_GAME = ITEM_STAKE_GAMES.map((game) => `when '${game}' then '${GAMES[game].stakedState}'`).join(
  ' ',
)

const countDiffers = (game: CountedGame): string =>
  `accounts.${GAMES[game].counter} <> count(*) filter (where rolls.game = '${game}')`

const SHARED_RULES: readonly Rule[] = [
  {
    name: 'every item of a game has its roll',
    broken: `select items.id from items left join rolls on rolls.id = items.roll_id
      where items.source in (${listed(SOURCES)}) and rolls.id is null`,
  },
  {
    name: "every item that a game used up was its player's, and names a roll of that game",
    broken: `select item_ends.item_id, item_ends.kind from item_ends join items on items.id = item_ends.item_id
      left join rolls on rolls.id = item_ends.roll_id and rolls.player_id = items.player_id
        and item_ends.kind = case rolls.game ${STAKED_STATE_OF_GAME} end
      where item_ends.kind in (${listed(STAKED_STATES)}) and rolls.id is null`,
  },
  {
    name: 'the stake of every game that takes items is the price in its odds',
    broken: `select rolls.id, odds_tables.text::json->>'price' as price, coalesce(staked.worth, 0) as items from rolls
      join odds_tables on odds_tables.hash = rolls.odds_hash
      left join (select item_ends.roll_id, sum(coalesce(item_ends.value, items.price)) as worth from item_ends
        join items on items.id = item_ends.item_id group by item_ends.roll_id) staked on staked.roll_id = rolls.id
      left join transfers on transfers.kind in (${listed(CHARGES)}) and transfers.reference = rolls.id::text
      where rolls.game in (${listed(ITEM_STAKE_GAMES)})
        and (odds_tables.text::json->>'price')::bigint <> coalesce(staked.worth, 0) + coalesce(transfers.amount, 0)`,
  },
  {
    name: 'an account counts the games that were played',
    broken: `select accounts.id, ${COUNTED_GAMES.map((game) => `accounts.${GAMES[game].counter}`).join(', ')} from accounts
      left join rolls on rolls.player_id = accounts.id where accounts.balance is not null group by accounts.id
      having ${COUNTED_GAMES.map(countDiffers).join(' or ')}`,
  },
]

export const GAME_RULES: readonly Rule[] = [...Object.values(RULES_OF_GAMES).flat(), ...SHARED_RULES]
