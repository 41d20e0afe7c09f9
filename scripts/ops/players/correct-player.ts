// npm run ops -- players correct: says what a correction of a balance would do, and does it with --yes where the shop asks for no second person.
import { randomUUID } from 'node:crypto'
import { InvalidArgumentError } from 'commander'
import { cents } from '../../../src/game/base/money.ts'
import { judge } from '../../../src/game/office/judge.ts'
import type { OfficeRules } from '../../../src/game/office/limits.ts'
import type { PlayerState } from '../../../src/game/office/subjects.ts'
import { formatMoney } from '../../../src/i18n/format.ts'
import { commandActor } from '../../../src/server/audit/actor.ts'
import { correctBalanceIn } from '../../../src/server/services/money/corrections.ts'
import { correctionPreview } from '../../../src/server/services/office/correction-act.ts'
import { playerState } from '../../../src/server/services/office/player-acts.ts'
import { activeOfficeRules } from '../../../src/server/services/operations/active-catalogue.ts'
import { type CommandIo, printLine } from '../../cli/command-io.ts'
import { CommandRefused } from '../../cli/program.ts'
import { formatFields } from '../../cli/table.ts'
import { withDatabase } from '../open-database.ts'
import { playerNamed } from './find-player.ts'

export interface CorrectOptions {
  readonly amount: number
  readonly reason: string
  readonly yes: boolean
}

/** Parses an amount in dollars, with a minus to take it; returns cents. */
export function correctionAmount(text: string): number {
  const cents = /^-?\d{1,9}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : 0
  if (cents !== 0) return cents
  throw new InvalidArgumentError('Expected an amount in dollars like 10.00, or -2.50 to take it.')
}

/** Refuses what the table of verbs does not allow. The command line has an owner's rights and a fresh assertion, and is one person. */
function refuseIllegal(state: PlayerState, { amount, yes }: CorrectOptions, rules: OfficeRules): void {
  const facts = { role: 'owner', state, amount, freshUntil: 1, now: 0, hasReason: true, rules } as const
  const judgement = judge('players.correct', facts)
  if (judgement.may) {
    if (!judgement.second || !yes) return
    throw new CommandRefused(
      'A correction asks for a second person: propose it in the office, on the page of the player. A shop of one sets "secondPerson" to false in office.json.',
    )
  }
  if (judgement.why === 'limit')
    throw new CommandRefused(`At most ${formatMoney(rules.caps.correction)} can be corrected at once (office.json).`)
  throw new CommandRefused(`The player is ${state}: nothing was changed.`)
}

/**
 * Prints what a correction does, and does it with `yes`.
 *
 * @throws CommandRefused for a sum that the balance does not cover, and where a second person has to approve it
 */
export async function printCorrection(name: string, options: CorrectOptions, io: CommandIo): Promise<void> {
  const { amount, reason, yes } = options
  const { player, preview } = await withDatabase(io, async (db) => {
    const player = await playerNamed(db, name)
    refuseIllegal(await playerState(db.queries, player.id), options, await activeOfficeRules(db))
    const preview = await correctionPreview(db, player.id, amount)
    if (!preview.isPossible)
      throw new CommandRefused(`The balance does not cover it: at most ${formatMoney(preview.most)} can be taken.`)
    if (yes) {
      const wish = { key: randomUUID(), playerId: player.id, amount: cents(amount) }
      await db.transaction((tx) => correctBalanceIn(tx, wish, { by: commandActor(), reason, at: Date.now() }))
    }
    return { player, preview }
  })
  printLine(
    io,
    formatFields([
      ['player', `${player.id} ${player.username}`],
      ['balance', `${formatMoney(preview.before)} to ${formatMoney(preview.after)}`],
      ['debt paid', formatMoney(preview.debtPaid)],
      ['from locked', formatMoney(preview.locked)],
      ...preview.entries.map(({ account, amount: moved }): [string, string] => [account, formatMoney(moved)]),
    ]),
  )
  printLine(io, yes ? `The balance of player ${player.id} is corrected.` : 'Nothing was done yet: add --yes to do it.')
}
