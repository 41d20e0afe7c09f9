// Modes and seats as text.
import type { TFunction } from 'i18next'
import { type BattleMode, type BattleTerms, sidesOf } from '../../../game/battles/battle.ts'
import type { SeatView } from '../../../protocol/battle.ts'

type ModeTerms = Pick<BattleTerms, 'mode' | 'crazy'>

/** Returns the name of a mode: "Jackpot", "Jackpot, crazy". */
export function modeName(t: TFunction<'battleParts'>, { mode, crazy }: ModeTerms): string {
  const name = t(`modes.${mode}.name`)
  return crazy ? t('crazyMode', { mode: name }) : name
}

/** Returns how a mode decides, in one sentence. */
export function modeText(t: TFunction<'battleParts'>, { mode, crazy }: ModeTerms): string {
  return crazy && mode !== 'share' ? t(`modes.${mode}.crazy`) : t(`modes.${mode}.text`)
}

/** Returns the name of the player of a seat; null is a free seat. */
export function seatName(t: TFunction<['battleParts', 'live']>, seat: SeatView | null): string {
  if (seat === null) return t('seat.free')
  if (seat.user === null) return t('seat.botAt', { slot: seat.slot })
  return seat.user.username ?? t('hidden', { ns: 'live' })
}

/** The id of a mode's picture in the sprite. */
export const modeIcon = (mode: BattleMode): string => `mode-${mode}`

/** Returns the seats of each side of a battle by slot; null for free ones. */
export function seatsBySide(
  format: BattleTerms['format'],
  seats: readonly SeatView[],
): readonly (readonly { readonly slot: number; readonly seat: SeatView | null }[])[] {
  const taken = new Map(seats.map((seat) => [seat.slot, seat]))
  return sidesOf(format).map((side) => side.map((slot) => ({ slot, seat: taken.get(slot) ?? null })))
}
