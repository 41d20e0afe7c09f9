// Numbers of the rules that are data (payments.json, rewards.json), as the static pages name them: `{{name}}` in their Markdown.
import { z } from 'zod'
import type { Language } from '../game/base/language.ts'
import { LEADER_HOLD_HOURS } from '../game/rewards/leaderboard.ts'
import { formatMoney } from '../i18n/format.ts'
import { type FileFault, RULE_FILES, type ShopFiles } from './shop-files.ts'

/** The parts of the files that pages name; what else is in them the catalogue checks. */
const SCHEMAS = {
  'payments.json': z.object({
    holds: z.object({
      card: z.object({ firstHours: z.number(), laterHours: z.number() }),
      bank: z.object({ firstHours: z.number() }),
    }),
    newCardAccounts: z.object({ days: z.number(), mostADay: z.int() }),
  }),
  'rewards.json': z.object({
    gifts: z.object({
      wonPriceHours: z.number(),
      ownPercent: z.number(),
      rafflePercent: z.number(),
      referrerPercent: z.object({ silver: z.number(), gold: z.number(), platinum: z.number() }),
      depositBonus: z.object({ percent: z.number(), most: z.int() }),
      withoutDeposit: z.object({ steamLevel: z.number(), accountDays: z.number() }),
    }),
    leaderboard: z.object({ holdHours: z.number() }).default({ holdHours: LEADER_HOLD_HOURS }),
  }),
} as const

/** The numbers of the rules that pages name. */
export interface RuleNumbers {
  readonly payments: z.infer<(typeof SCHEMAS)['payments.json']>
  readonly rewards: z.infer<(typeof SCHEMAS)['rewards.json']>
}

/** The numbers, or why they cannot be read. */
export type ReadRules = { readonly rules: RuleNumbers } | { readonly faults: readonly FileFault[] }

/** Returns a fault as an error of one file. */
const wrong = (file: string, fault: string): FileFault => ({ file, line: 1, fault })

function readJson(text: string | undefined): { readonly value: unknown } | { readonly fault: string } {
  if (text === undefined) return { fault: 'is missing' }
  try {
    return { value: JSON.parse(text) }
  } catch (cause) {
    return { fault: `is no JSON: ${cause instanceof Error ? cause.message : cause}` }
  }
}

/** Reads the numbers that pages name. */
export function readRules(files: ShopFiles): ReadRules {
  const faults: FileFault[] = []
  const values: Record<string, unknown> = {}
  for (const file of RULE_FILES) {
    const json = readJson(files[file])
    if ('fault' in json) {
      faults.push(wrong(file, json.fault))
      continue
    }
    const { data, error } = SCHEMAS[file].safeParse(json.value)
    for (const { path, message } of error?.issues ?? []) faults.push(wrong(file, `${path.join('.')}: ${message}`))
    values[file] = data
  }
  if (faults.length > 0) return { faults }
  return { rules: { payments: values['payments.json'], rewards: values['rewards.json'] } as RuleNumbers }
}

/** Formats a duration with its unit in the form that the number asks for: "24 hours", "24 часа". */
function durationIn(language: Language, unit: 'hour' | 'day', count: number): string {
  const words = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  return words.replaceAll(/\s/g, ' ')
}

/** Returns the numbers by name, with their units in a language; percentages without a sign. */
export function ruleDetails({ payments, rewards }: RuleNumbers, language: Language): Readonly<Record<string, string>> {
  const { holds, newCardAccounts } = payments
  const { wonPriceHours, ownPercent, rafflePercent, referrerPercent, depositBonus, withoutDeposit } = rewards.gifts
  const hours = (count: number): string => durationIn(language, 'hour', count)
  return {
    wonPriceHours: hours(wonPriceHours),
    firstCardHours: hours(holds.card.firstHours),
    laterCardHours: hours(holds.card.laterHours),
    bankHours: hours(holds.bank.firstHours),
    newCardDays: durationIn(language, 'day', newCardAccounts.days),
    newCardMost: formatMoney(newCardAccounts.mostADay),
    ownPercent: String(ownPercent),
    rafflePercent: String(rafflePercent),
    bonusPercent: String(depositBonus.percent),
    bonusMost: formatMoney(depositBonus.most),
    giftSteamLevel: String(withoutDeposit.steamLevel),
    giftAccountDays: durationIn(language, 'day', withoutDeposit.accountDays),
    leaderHours: hours(rewards.leaderboard.holdHours),
    silverPercent: String(referrerPercent.silver),
    goldPercent: String(referrerPercent.gold),
    platinumPercent: String(referrerPercent.platinum),
  }
}
