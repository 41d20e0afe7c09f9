// Numbers of the rules that descriptions of pages name.
import { CALENDAR_SUPER_DAYS, CONTRACT_ITEMS } from '../game/base/economy.ts'

export const RULE_NUMBERS = {
  minItems: CONTRACT_ITEMS.least,
  maxItems: CONTRACT_ITEMS.most,
  superDays: CALENDAR_SUPER_DAYS,
} as const
