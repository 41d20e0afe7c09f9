// Numbers of the rules that are data (data/payments.json, data/rewards.json), as the static pages name them: `{{name}}` in their Markdown.
import payments from '../../data/payments.json' with { type: 'json' }
import rewards from '../../data/rewards.json' with { type: 'json' }
import type { Language } from '../game/base/language.ts'
import { formatMoney } from '../i18n/format.ts'

/** Formats a duration with its unit in the form that the number asks for: "24 hours", "24 часа". */
function durationIn(language: Language, unit: 'hour' | 'day', count: number): string {
  const words = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
  return words.replaceAll(/\s/g, ' ')
}

/** Returns the numbers by name, with their units in a language; percentages without a sign. */
export function ruleDetails(language: Language): Readonly<Record<string, string>> {
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
