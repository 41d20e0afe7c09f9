// What bots of the house won in battles, which the site publishes: beside the measured returns and where a bot is asked for.
import { atom } from 'nanostores'
import type { BotRecord, BotRecordReply } from '../../protocol/battle.ts'
import { get } from '../kernel/api.ts'

/** Null until it is read. */
export const $botRecord = atom<BotRecord | null>(null)

/** Reads the record. A failure is logged and leaves the one that is known. */
export async function loadBotRecord(): Promise<void> {
  try {
    $botRecord.set((await get<BotRecordReply>('/battles/bots')).bots)
  } catch (fault) {
    console.error('The record of bots could not be read', fault)
  }
}

/** How many of their seats bots won, and how many they are expected to win, as fractions; null before their first battle. */
export function botRates({ battles, wins, expected }: BotRecord): { won: number; expected: number } | null {
  return battles === 0 ? null : { won: wins / battles, expected: expected / battles }
}
