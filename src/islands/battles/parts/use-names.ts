// The names of seats and sides, as the page's own player knows them.
import { useTranslation } from 'react-i18next'
import type { SeatView } from '../../../protocol/battle.ts'
import type { ArenaSide } from './arena.ts'
import { seatName } from './words.ts'

interface Names {
  /** Returns the name of a seat's player; of a free seat that it is free. */
  nameOf(seat: SeatView | null): string
  /** Returns the name of a side: its player, or its team. */
  sideName(side: Pick<ArenaSide, 'place' | 'seats'>): string
}

/** Returns the functions that name seats and sides. */
export function useNames(): Names {
  const { t: parts } = useTranslation(['battleParts', 'live'])
  const nameOf = (seat: SeatView | null): string => (seat?.own ? parts('seat.you') : seatName(parts, seat))
  return {
    nameOf,
    sideName: ({ place, seats }) =>
      seats.length === 1 ? nameOf(seats[0]?.seat ?? null) : parts('team', { number: place + 1 }),
  }
}
