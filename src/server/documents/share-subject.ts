// The texts of a shared result's picture, in the reader's language. Its time is UTC: it is read in many time zones.
import type { PictureBrand } from '../../art/logo.ts'
import type { ShareSubject } from '../../art/og/share.ts'
import type { Language } from '../../game/base/language.ts'
import { outcomeOf } from '../../game/base/outcome.ts'
import { parseItemName } from '../../game/catalogue/item-name.ts'
import type { Rarity } from '../../game/catalogue/rarity.ts'
import { formatMoney, formatMultiplier, formatUtc } from '../../i18n/format.ts'
import { textFor } from '../../i18n/text.ts'
import type { SharedResult } from '../../protocol/sharing.ts'

/** The hue of the light and the colour of the name: those of the page, with the contrast of text (layouts/tokens.css). */
const LOOKS: Readonly<Record<Rarity, { readonly hue: number; readonly colour: string }>> = {
  consumer: { hue: 212, colour: '#b0c3d9' },
  industrial: { hue: 212, colour: '#5e98d9' },
  'mil-spec': { hue: 230, colour: '#8196ff' },
  restricted: { hue: 261, colour: '#ac80ff' },
  classified: { hue: 294, colour: '#e36df0' },
  covert: { hue: 0, colour: '#f27070' },
  contraband: { hue: 41, colour: '#e4ae39' },
}

/** The hue of the site, for what was not won. */
const SITE_HUE = 226

export interface SubjectParts {
  /** SVG of the item, or a photo as a data URL. */
  readonly picture: string
  readonly brand: PictureBrand
  /** The name of the site in addresses. */
  readonly host: string
}

/** Returns what the picture of a shared result says. */
export function shareSubject(
  result: SharedResult,
  language: Language,
  { picture, brand, host }: SubjectParts,
): ShareSubject {
  const t = textFor(language, 'sharing')
  const common = textFor(language, 'common')
  const { item, game, isWon, price, cost } = result
  const { type, name } = parseItemName(item.name[language])
  const weapon = [item.stattrak ? 'StatTrak™' : '', name === null ? '' : type].filter((part) => part !== '').join(' ')
  const details = [weapon, item.wear === null ? '' : common(`wear.${item.wear}`)].filter((part) => part !== '')
  const outcome = outcomeOf(result)
  const shown = details.join(' · ')
  return {
    game: t(`game.${game}`, { name: result.case?.name[language] ?? '' }),
    weapon: isWon
      ? shown
      : t('target', { item: shown === '' ? formatMoney(price) : `${shown} · ${formatMoney(price)}` }),
    finish: name ?? type,
    colour: LOOKS[item.rarity].colour,
    hue: isWon ? LOOKS[item.rarity].hue : SITE_HUE,
    won: { label: t('won'), amount: formatMoney(isWon ? price : 0) },
    cost: { label: t('cost'), amount: cost === 0 ? t('free') : formatMoney(cost) },
    verdict:
      outcome === 'free'
        ? null
        : {
            text: t(`outcome.${outcome}`, {
              times: outcome === 'more' ? formatMultiplier(price / cost, language) : '',
            }),
            isGood: outcome === 'more',
          },
    brand,
    mark: result.isPlayMoney ? t('playMoney') : null,
    player: result.player?.username ?? t('someone'),
    moment: formatUtc(result.at),
    host,
    check: t('check'),
    item: picture,
    isLost: !isWon,
  }
}
