// The texts of a battle's picture, in the reader's language. A battle whose show has not ended tells no result.
import type { PictureBrand } from '../../art/logo.ts'
import type { BattleSubject } from '../../art/og/battle.ts'
import type { Language } from '../../game/base/language.ts'
import { BATTLE_FORMATS, sidesOf } from '../../game/battles/battle.ts'
import { formatMoney } from '../../i18n/format.ts'
import { textFor } from '../../i18n/text.ts'
import type { BattleCard, SeatView } from '../../protocol/battle.ts'

export interface BattleSubjectParts {
  /** SVGs of its cases, each once. */
  readonly crates: readonly string[]
  readonly brand: PictureBrand
  /** The name of the site in addresses. */
  readonly host: string
  readonly isPlayMoney: boolean
}

function nameOf(seat: SeatView | undefined, language: Language): string {
  const t = textFor(language, 'battleParts')
  if (seat === undefined) return t('seat.free')
  if (seat.user === null) return t('seat.botAt', { slot: seat.slot })
  return seat.user.username ?? textFor(language, 'live')('hidden')
}

/** Returns the title of a battle: who won, or how many seats are free. */
function titleOf(battle: BattleCard, language: Language): string {
  const t = textFor(language, 'battle')
  const { format, mode, seats, result, state } = battle
  if (result === null) {
    if (state === 'cancelled' || state === 'expired') return t('status.over')
    const free = BATTLE_FORMATS[format].seats - seats.length
    return free === 0 ? t('status.locked') : t('status.open', { count: free })
  }
  if (mode === 'share') return t('picture.shared')
  const [slot = 1] = result.winners
  const side = sidesOf(format).findIndex((slots) => slots.includes(slot))
  if (result.winners.length > 1) return t('picture.team', { number: side + 1 })
  return t('picture.wins', {
    name: nameOf(
      seats.find((seat) => seat.slot === slot),
      language,
    ),
  })
}

/** Returns what the picture of a battle says. */
export function battleSubject(battle: BattleCard, language: Language, parts: BattleSubjectParts): BattleSubject {
  const t = textFor(language, 'battle')
  const words = textFor(language, 'battleParts')
  const sharing = textFor(language, 'sharing')
  const { format, mode, crazy, rounds, result, seats } = battle
  const name = words(`modes.${mode}.name`)
  const modeName = crazy ? words('crazyMode', { mode: name }) : name
  return {
    battle: t('title', { number: battle.number }),
    terms: [modeName, format, words('rounds', { count: rounds.length })].join(' · '),
    title: titleOf(battle, language),
    amount:
      result === null
        ? { label: t('facts.seat'), price: formatMoney(battle.price) }
        : { label: t('facts.total'), price: formatMoney(result.pot) },
    seats: sidesOf(format).flatMap((slots, side) =>
      slots.map((slot) => {
        const seat = seats.find((one) => one.slot === slot)
        return {
          name: nameOf(seat, language),
          isWinner: result?.winners.includes(slot) ?? false,
          isFree: seat === undefined,
          side,
        }
      }),
    ),
    brand: parts.brand,
    crates: parts.crates,
    mark: parts.isPlayMoney ? sharing('playMoney') : null,
    host: parts.host,
    check: sharing('check'),
  }
}
