// The acts about switches, and what the room shows of them.
import { z } from 'zod'
import { type Localized, perLanguage } from '../../../game/base/language.ts'
import { isSwitchName, methodSwitch, SWITCHES, type SwitchName } from '../../../game/office/switches.ts'
import { textFor } from '../../../i18n/text.ts'
import { type SwitchesReply, switchOffBodySchema } from '../../../protocol/office/switches.ts'
import { ProtocolError } from '../../base/refusal.ts'
import type { Database, Queries } from '../../db/database.ts'
import type { PaymentProvider } from '../../payments/provider.ts'
import { endedSwitches, openSwitches, switchOffIn, switchOnIn, wordsText } from '../calls/switches.ts'
import { defineAct, type Prospect } from './acts.ts'
import { NotAllowed } from './refusal.ts'

const MINUTE_MS = 60_000

/** How many that are on again the room lists. */
const ENDED_SHOWN = 20

const READY = ['fault', 'update', 'provider', 'check'] as const

const nameBody = z.object({ name: z.string().refine(isSwitchName) })
const offBody = nameBody.extend(switchOffBodySchema.omit({ reason: true }).shape)

/** Returns the name of a switch. Throws ProtocolError 'unknown'. */
export function switchNamed(text: string): SwitchName {
  if (!isSwitchName(text)) throw new ProtocolError(404, 'unknown', 'There is no such switch')
  return text
}

/** Returns the state of a switch. */
export async function switchState(queries: Queries, name: SwitchName): Promise<'on' | 'off'> {
  const rows = await openSwitches(queries)
  return rows.some((row) => row.name === name) ? 'off' : 'on'
}

async function about(tx: Queries, name: SwitchName, after: 'on' | 'off', words?: Localized): Promise<Prospect> {
  const state = await switchState(tx, name)
  const wordsChange = words === undefined ? [] : [{ field: 'words', before: null, after: wordsText(words) } as const]
  const difference = [{ field: 'state', before: state, after } as const, ...wordsChange]
  return { kind: 'switch', subject: name, state, difference, entries: [] }
}

export const switchOff = defineAct({
  verb: 'switches.off',
  body: offBody,
  look: (tx, { name, words }) => about(tx, name, 'off', words),
  run: async (tx, { name, words, minutes }, { by, reason, at }) => {
    const until = minutes === null ? null : new Date(at + minutes * MINUTE_MS)
    // A colleague was faster.
    if (!(await switchOffIn(tx, { name, words, until, by, reason, at: new Date(at) }))) throw new NotAllowed('state')
    return {}
  },
})

export const switchOn = defineAct({
  verb: 'switches.on',
  body: nameBody,
  look: (tx, { name }) => about(tx, name, 'on'),
  run: async (tx, { name }, { by, reason, at }) => {
    if (!(await switchOnIn(tx, { name, by, reason, at: new Date(at) }))) throw new NotAllowed('state')
    return {}
  },
})

interface NamedSwitch {
  readonly name: SwitchName
  /** What players call a way to deposit; null for a part of the shop. */
  readonly title: string | null
}

/** Returns the parts of the shop, and its ways to deposit. */
function switchesOf(providers: readonly PaymentProvider[]): NamedSwitch[] {
  const methods = providers.flatMap((provider) =>
    provider.methods.map(({ name, title }) => ({ name: methodSwitch(provider.name, name), title })),
  )
  return [...SWITCHES.map((name) => ({ name, title: null })), ...methods]
}

/** Throws ProtocolError 'unknown' for what this shop has not: its players would read of it, and nothing would be off. */
export function assertSwitch(providers: readonly PaymentProvider[], name: string): void {
  if (!switchesOf(providers).some((one) => one.name === name))
    throw new ProtocolError(404, 'unknown', 'There is no such switch')
}

/** Returns all switches with their states, what was off before, and words that are ready. A way to deposit that was removed stays while it is off. */
export async function readSwitches(db: Database, providers: readonly PaymentProvider[]): Promise<SwitchesReply> {
  const open = new Map((await openSwitches(db.queries)).map((row) => [row.name, row]))
  const shop = switchesOf(providers)
  const others = [...open.values()].flatMap(({ name }): NamedSwitch[] =>
    isSwitchName(name) && !shop.some((one) => one.name === name) ? [{ name, title: null }] : [],
  )
  const ended = await endedSwitches(db.queries, ENDED_SHOWN)
  return {
    switches: [...shop, ...others].map(({ name, title }) => {
      const row = open.get(name)
      if (row === undefined) return { name, title, off: null }
      const { words, since, until } = row
      return { name, title, off: { words, since: since.getTime(), until: until?.getTime() ?? null } }
    }),
    ended: ended.map(({ name, words, since, endedAt }) => {
      return { name, words, since: since.getTime(), endedAt: (endedAt ?? since).getTime() }
    }),
    ready: READY.map((kind) => perLanguage((language) => textFor(language, 'replies')(`switch.${kind}`))),
  }
}
