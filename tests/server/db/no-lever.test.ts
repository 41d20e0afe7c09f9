// Nothing in the schema sets odds, results or winners for a player. Every column that speaks of what decides a game is listed here with what writes it;
// a new one fails the test until somebody has said why it is no lever.
import { describe, expect, it } from 'vitest'
import { VERB_NAMES } from '../../../src/game/office/verbs.ts'
import { TABLES } from '../../../src/server/db/schema-check.ts'

/** Words of what decides a game, or what somebody pays or gets. */
const DECIDES =
  /odds|chance|probab|ticket|roll|rtp|luck|rigg|weight|winner|won|result|seed|edge|multipl|outcome|percent|rate|bias|boost/

/** The columns that speak of it, by table, with why nobody sets a result by them. */
const KNOWN: Readonly<Record<string, readonly [columns: readonly string[], why: string]>> = {
  accepted_rates: [['rates'], 'exchange rates of currencies'],
  accounts: [['won'], 'what was won, counted; the ledger check recomputes it'],
  battle_drops: [['roll'], 'computed from the seeds of the battle, as anybody can repeat'],
  battle_rounds: [['odds_hash'], 'names the odds of a case, the same for every seat'],
  battle_seats: [['seed', 'percent'], 'the player’s own seed, and the part of the price that they pay'],
  battles: [['margin_rate', 'server_seed', 'winners'], 'follow from the odds, a commitment, and the rolls'],
  calendar_claims: [['won_id'], 'the prize of a day, the same for everyone'],
  free_openings: [['roll_id'], 'names a roll'],
  item_ends: [['roll_id'], 'names a roll'],
  items: [['roll_id'], 'names a roll'],
  job_runs: [['result'], 'whether a run of a job failed'],
  leader_days: [['best_won'], 'what was won, counted'],
  mission_claims: [['won_id'], 'the prize of a mission, the same for everyone'],
  odds_periods: [[], 'which odds a case had when, for everyone'],
  figures_of_games: [['rolls', 'won'], 'what was played, counted'],
  odds_tables: [[], 'the odds of cases and games, without a player'],
  orders: [['bonus_percent', 'rate'], 'of a payment'],
  partner_shares: [['percent'], 'what a referrer gets of margin'],
  play_conversations: [['outcome'], 'what a conversation with a player led to'],
  promo_batches: [['percent'], 'of a payment'],
  promo_codes: [['percent'], 'of a payment'],
  promo_openings: [['roll_id'], 'names a roll'],
  raffles: [
    ['server_seed', 'roll', 'winner_id', 'won_id'],
    'follow from a beacon or a commitment made before the entries',
  ],
  referral_shares: [['percent'], 'what a referrer gets of margin'],
  returns_of_days: [['rolls', 'won'], 'what was played, counted'],
  rolls: [['seed_id', 'roll', 'odds_hash'], 'computed from a committed seed; rows are only added'],
  seeds: [
    ['server_seed', 'client_seed', 'client_seed_source', 'client_seeded_at'],
    'committed before the player’s own seed',
  ],
  shares: [['roll_id'], 'names a roll'],
  upkeep_runs: [['result'], 'what a check of the ledger or a backup found'],
  wheel_spins: [['roll_id'], 'names a roll'],
}

describe('the schema', () => {
  it('has no column by which a person could set a result', () => {
    const found = TABLES.map(({ name, columns }) => {
      const names = columns.map((column) => column.name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))
      return [name, names.filter((column) => DECIDES.test(column)).toSorted()] as const
    }).filter(([name, columns]) => columns.length > 0 || DECIDES.test(name))
    const known = Object.entries(KNOWN).map(([name, [columns]]) => [name, columns.toSorted()] as const)
    expect(Object.fromEntries(found)).toEqual(Object.fromEntries(known))
  })

  it('keeps odds apart from players', () => {
    const withPlayers = TABLES.filter(({ name }) => /odds/.test(name)).filter(({ columns }) =>
      columns.some((column) => /player|winner|creator/i.test(column.name)),
    )
    expect(withPlayers.map(({ name }) => name)).toEqual([])
  })
})

it('no verb of the office sets odds, results or winners', () => {
  // Exchange rates of currencies, for everyone.
  const known: readonly string[] = ['rates.accept']
  expect(VERB_NAMES.filter((verb) => DECIDES.test(verb.toLowerCase()))).toEqual(known)
})
