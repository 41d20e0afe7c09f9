// The prices of an item over the editions, as steps: a price holds until the next edition that changes it.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDate, formatDateTime, formatMoney } from '../../../i18n/format.ts'
import type { PriceItemReply } from '../../../protocol/office/prices.ts'
import styles from './prices.module.css'

const WIDTH = 400
const HEIGHT = 96
/** The line stays clear of the edges. */
const EDGE = 6

type Step = { readonly edition: number; readonly at: number; readonly price: number }

const hasPrice = (step: PriceItemReply['history'][number]): step is Step => step.price !== null

/** Returns the corners of the line, from the first edition to now. */
function cornersOf(steps: readonly Step[], now: number): string {
  const [first] = steps
  if (first === undefined) return ''
  const prices = steps.map(({ price }) => price)
  const [least, most] = [Math.min(...prices), Math.max(...prices)]
  const xOf = (at: number): number => ((at - first.at) / Math.max(1, now - first.at)) * WIDTH
  const yOf = (price: number): number =>
    most === least ? HEIGHT / 2 : EDGE + (1 - (price - least) / (most - least)) * (HEIGHT - 2 * EDGE)
  return steps
    .flatMap(({ at, price }, place) => {
      const end = steps[place + 1]?.at ?? now
      return [`${xOf(at).toFixed(1)},${yOf(price).toFixed(1)}`, `${xOf(end).toFixed(1)},${yOf(price).toFixed(1)}`]
    })
    .join(' ')
}

export function PriceChart({ history, now }: { history: PriceItemReply['history']; now: number }): ReactElement {
  const { t } = useTranslation('officePrices')
  const steps = history.filter(hasPrice)
  const [first, last] = [steps[0], steps.at(-1)]
  if (first === undefined || last === undefined) return <p className={styles.quiet}>{t('history.none')}</p>
  if (steps.length === 1) return <p className={styles.quiet}>{t('history.same', { date: formatDate(first.at) })}</p>
  const prices = steps.map(({ price }) => price)
  const range = t('history.range', {
    lowest: formatMoney(Math.min(...prices)),
    highest: formatMoney(Math.max(...prices)),
  })
  return (
    <figure className={styles.chart}>
      <figcaption className={styles.quiet}>{range}</figcaption>
      <svg
        role="img"
        aria-label={`${t('history.title')}: ${range}`}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        height={HEIGHT}
        preserveAspectRatio="none"
      >
        <polyline points={cornersOf(steps, now)} />
      </svg>
      <div className={styles.ends}>
        <span>{formatDate(first.at)}</span>
        <span>{formatDate(now)}</span>
      </div>
      <details className={styles.list}>
        <summary>{t('history.steps', { count: steps.length })}</summary>
        <ul className={styles.rows}>
          {steps.toReversed().map(({ edition, at, price }) => (
            <li key={edition}>{t('history.step', { at: formatDateTime(at), price: formatMoney(price), edition })}</li>
          ))}
        </ul>
      </details>
    </figure>
  )
}
