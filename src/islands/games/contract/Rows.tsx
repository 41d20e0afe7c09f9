// The rows of a table of results, with a line below those that are worth more than the items of the contract.
import { Fragment, memo, type ReactElement, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { chanceOf } from '../../../game/cases/case.ts'
import { displayName } from '../../../game/catalogue/display-name.ts'
import { formatCount, formatMoney, formatPercent } from '../../../i18n/format.ts'
import type { ContentView } from '../../../protocol/case.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Condition } from '../../ui/items/Condition.tsx'
import { ItemPicture } from '../../ui/items/ItemPicture.tsx'
import { rarityKey } from '../../ui/items/rarity-name.ts'
import { Price } from '../../ui/money/Price.tsx'
import { countAbove, type ShownTable } from './odds.ts'
import styles from './rows.module.css'

interface RowsProps {
  readonly table: ShownTable
  /** The ticket that was drawn; null before the result is shown. */
  readonly roll: number | null
}

function RowsView({ table, roll }: RowsProps): ReactElement {
  const { t } = useTranslation('contract')
  const list = useRef<HTMLUListElement>(null)
  const above = countAbove(table)
  // Where the list scrolls in its own box, another table starts at its top, and the drawn row is scrolled into view; the page does not
  // scroll. Waits for the next layout, which happens anyway.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another table, or its drawn row
  useEffect(() => {
    const timer = setTimeout(() => {
      const box = list.current
      if (box === null) return
      const row = box.querySelector<HTMLElement>('[data-drawn]')
      box.scrollTop = row === null ? 0 : row.offsetTop - (box.clientHeight - row.offsetHeight) / 2
    })
    return () => clearTimeout(timer)
  }, [table, roll])
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard has to reach that */}
      <ul className={styles.rows} ref={list} tabIndex={0} aria-label={t('results.title')}>
        {table.entries.map((entry, place) => (
          <Fragment key={entry.item.id}>
            {place === above && (
              <li className={styles.line} aria-label={t('results.line', { sum: formatMoney(table.sum) })}>
                <span>{t('results.line', { sum: formatMoney(table.sum) })}</span>
              </li>
            )}
            <Row entry={entry} isDrawn={roll !== null && roll >= entry.from && roll <= entry.to} />
          </Fragment>
        ))}
      </ul>
      {table.oddsHash !== undefined && (
        <p className={styles.hash}>
          {t('results.hash')} <code>{table.oddsHash}</code>
        </p>
      )}
    </>
  )
}

/** Memoised: forty rows with pictures render only when the table changes or a ticket is drawn. */
export const Rows = memo(RowsView)

const Row = memo(function Row({ entry, isDrawn }: { entry: ContentView; isDrawn: boolean }): ReactElement {
  const { t, i18n } = useTranslation(['contract', 'common'])
  const language = i18n.language as Language
  const { item, price, tickets, from, to } = entry
  const { weapon, finish } = displayName(item, language)
  const ticket = (number: number): string => formatCount(number, language)
  return (
    <li className={styles.row} data-rarity={item.rarity} data-drawn={isDrawn || undefined}>
      <span className={styles.picture}>
        <ItemPicture item={item} size="s" />
      </span>
      <span className={styles.name}>
        <span className={styles.finish}>
          {finish}
          <span className="unseen">, {t(`common:${rarityKey(item)}`)}</span>
        </span>
        <span className={styles.weapon}>
          {weapon !== '' && <span>{weapon}</span>}
          {item.wear !== null && <Condition wear={item.wear} />}
        </span>
        {isDrawn && (
          <span className={styles.drawn}>
            <Icon name="check" size={14} />
            {t('results.drawn')}
          </span>
        )}
      </span>
      <dl className={styles.odds}>
        <dt className="unseen">{t('results.price')}</dt>
        <dd className={styles.price}>
          <Price cents={price} />
        </dd>
        <dt className="unseen">{t('common:words.chance')}</dt>
        <dd className={styles.chance}>{formatPercent(chanceOf(tickets), language)}</dd>
        <dt className="unseen">{t('common:words.tickets')}</dt>
        <dd className={styles.tickets}>{from === to ? ticket(from) : `${ticket(from)}–${ticket(to)}`}</dd>
      </dl>
    </li>
  )
})
