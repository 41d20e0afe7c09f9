// An odds table, line by line in ticket order, and the text that its hash is computed from.
import type { TFunction } from 'i18next'
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { itemName } from '../../../game/catalogue/display-name.ts'
import { BALANCE_PRIZE, type Odds, type OddsLine, readOdds } from '../../../game/fairness/odds-text.ts'
import { formatCount, formatPercent } from '../../../i18n/format.ts'
import type { ItemView } from '../../../protocol/common.ts'
import { Condition } from '../../ui/items/Condition.tsx'
import { Price } from '../../ui/money/Price.tsx'
import styles from './odds.module.css'

interface OddsRowsProps {
  readonly text: string
  /** The views of the items that are known. */
  readonly items: readonly ItemView[]
  /** The roll whose line is highlighted. */
  readonly roll?: number
}

export function OddsRows({ text, items, roll }: OddsRowsProps): ReactElement {
  const { t } = useTranslation('fairness')
  const odds = readOdds(text)
  return (
    <div className={styles.table}>
      {odds === null ? <p>{t('fault.odds')}</p> : <Lines odds={odds} items={items} roll={roll} />}
      <details className={styles.raw}>
        <summary>{t('odds.raw')}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
        <section tabIndex={0} aria-label={t('odds.raw')}>
          <pre>{text}</pre>
        </section>
      </details>
    </div>
  )
}

interface LinesProps {
  readonly odds: Odds
  readonly items: readonly ItemView[]
  readonly roll: number | undefined
}

function Lines({ odds, items, roll }: LinesProps): ReactElement {
  const { t } = useTranslation(['fairness', 'common'])
  const views = new Map(items.map((item) => [item.id, item]))
  return (
    <table className={styles.lines}>
      <thead>
        <tr>
          <th scope="col">{t('odds.item')}</th>
          <th scope="col">{t('odds.price')}</th>
          <th scope="col">{t('common:words.chance')}</th>
          <th scope="col">{t('common:words.tickets')}</th>
        </tr>
      </thead>
      <tbody>
        {odds.lines.map((line) => (
          <Line
            key={line.from}
            line={line}
            view={line.item === null ? undefined : views.get(line.item)}
            of={odds.tickets}
            isDrawn={roll !== undefined && roll >= line.from && roll <= line.to}
          />
        ))}
      </tbody>
    </table>
  )
}

interface LineProps {
  readonly line: OddsLine
  readonly view: ItemView | undefined
  /** The number of all tickets. */
  readonly of: number
  readonly isDrawn: boolean
}

/** Returns the text of a line that has no item to show: an amount, nothing, or an item without a view. */
function wordsOf(item: string | null, t: TFunction<'fairness'>): string {
  if (item === null) return t('outcome.nothing')
  return item === BALANCE_PRIZE ? t('outcome.balance') : item
}

function Line({ line, view, of, isDrawn }: LineProps): ReactElement {
  const { t, i18n } = useTranslation('fairness')
  const language = i18n.language as Language
  const { item, priceCents, tickets, from, to } = line
  return (
    <tr data-drawn={isDrawn ? '' : undefined}>
      <th scope="row" data-rarity={view?.rarity}>
        {view === undefined ? (
          <span>{wordsOf(item, t)}</span>
        ) : (
          <span className={styles.named}>
            <span className={styles.name}>{itemName(view, language)}</span>
            {view.wear !== null && <Condition wear={view.wear} />}
          </span>
        )}
        {isDrawn && <span className={styles.drawn}>{t('odds.drawn')}</span>}
      </th>
      <td>{item === null ? '—' : <Price cents={priceCents} />}</td>
      <td>{formatPercent(tickets / of, language)}</td>
      <td>
        {formatCount(from, language)}–{formatCount(to, language)}
      </td>
    </tr>
  )
}
