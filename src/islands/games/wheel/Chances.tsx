// All prizes with chance and tickets, in the order of the wheel, also those whose sectors are too thin for a label.
import { useStore } from '@nanostores/react'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { chanceOf } from '../../../game/cases/case.ts'
import { formatCount, formatMoney, formatPercent } from '../../../i18n/format.ts'
import type { SectorView } from '../../../protocol/wheel.ts'
import { $spin, $wheel } from '../../../stores/games/wheel.ts'
import { Condition } from '../../ui/items/Condition.tsx'
import { ItemPicture } from '../../ui/items/ItemPicture.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import { Price } from '../../ui/money/Price.tsx'
import styles from './chances.module.css'
import { prizeWords, rarityOf } from './words.ts'

/** The number of skeleton rows: the sectors that most wheels have. */
const ROWS = 12

export function Chances(): ReactElement {
  const { t, i18n } = useTranslation(['wheel', 'common'])
  const language = i18n.language as Language
  const wheel = useStore($wheel, { ssr: 'initial' })
  const now = useStore($spin, { ssr: 'initial' })
  const hit = now.phase === 'result' ? now.played.sector : null
  const isReady = wheel.status === 'ready'
  return (
    <section className={styles.chances} aria-labelledby="wheel-chances" aria-busy={wheel.status === 'loading'}>
      <h2 id="wheel-chances">{t('chances.title')}</h2>
      <p className={styles.lead}>
        {isReady
          ? t('chances.lead', {
              return: formatPercent(wheel.returnToPlayer, language),
              back: formatMoney(Math.round(wheel.returnToPlayer * wheel.price)),
              price: formatMoney(wheel.price),
            })
          : ' '}
      </p>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('chances.prize')}</th>
            <th scope="col">{t('common:words.chance')}</th>
            <th scope="col" className={styles.tickets}>
              {t('common:words.tickets')}
            </th>
          </tr>
        </thead>
        <tbody>
          {isReady
            ? wheel.sectors.map((sector, place) => (
                <Row key={sector.from} sector={sector} isHit={place === hit} language={language} />
              ))
            : Array.from({ length: ROWS }, (_, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows to come are all alike
                <tr key={place}>
                  <td colSpan={3}>
                    <Skeleton height={24} />
                  </td>
                </tr>
              ))}
        </tbody>
      </table>
    </section>
  )
}

interface RowProps {
  readonly sector: SectorView
  readonly isHit: boolean
  readonly language: Language
}

function Row({ sector: { prize, tickets, from, to }, isHit, language }: RowProps): ReactElement {
  const { t } = useTranslation('wheel')
  const item = prize.kind === 'item' ? prize.item : null
  return (
    <tr data-rarity={rarityOf(prize)} data-hit={isHit ? '' : undefined}>
      <th scope="row">
        <span className={styles.prize}>
          <span className={styles.mark} data-kind={prize.kind}>
            {item !== null && <ItemPicture item={item} size="s" />}
          </span>
          <span className={styles.words}>
            <span className={item === null ? undefined : styles.name}>{prizeWords(prize, language, t)}</span>
            {item !== null && prize.kind === 'item' && (
              <span className={styles.details}>
                {item.wear !== null && <Condition wear={item.wear} />}
                <Price cents={prize.price} />
              </span>
            )}
          </span>
        </span>
      </th>
      <td>
        {formatPercent(chanceOf(tickets), language)}
        <span className={styles.below}>
          {formatCount(from, language)}–{formatCount(to, language)}
        </span>
      </td>
      <td className={styles.tickets}>
        {formatCount(from, language)}–{formatCount(to, language)}
      </td>
    </tr>
  )
}
