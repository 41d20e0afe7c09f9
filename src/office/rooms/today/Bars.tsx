// A small chart of bars, drawn here: a chart library would be most of the room's script, and a canvas prints badly.
import type { ReactElement } from 'react'
import styles from './today.module.css'

export interface Bar {
  readonly key: string
  /** In words, for the pointer. */
  readonly label: string
  readonly value: number
  /** In the period before. */
  readonly before?: number | undefined
}

interface BarsProps {
  title: string
  /** The sum in words. */
  sum: string
  bars: readonly Bar[]
  /** How a value is written. */
  textOf: (value: number) => string
  /** What is below the first and the last bar. */
  ends: readonly [first: string, last: string]
}

const HEIGHT = 72
const STEP = 10

/** The least height of a value that is not 0: it is there. */
const LEAST = 1.5

export function Bars({ title, sum, bars, textOf, ends }: BarsProps): ReactElement {
  const most = Math.max(1, ...bars.flatMap(({ value, before = 0 }) => [value, before]))
  const heightOf = (value: number): number => (value <= 0 ? 0 : Math.max(LEAST, (value / most) * (HEIGHT - 4)))
  return (
    <figure className={styles.chart}>
      <figcaption>
        <span>{title}</span>
        <strong className="figures">{sum}</strong>
      </figcaption>
      <svg
        role="img"
        aria-label={`${title}: ${sum}`}
        viewBox={`0 0 ${Math.max(1, bars.length) * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        height={HEIGHT}
      >
        {bars.map(({ key, label, value, before }, index) => (
          <g key={key}>
            <title>{`${label}: ${textOf(value)}`}</title>
            <rect x={index * STEP} y={0} width={STEP} height={HEIGHT} className={styles.hit} />
            <rect
              x={index * STEP + 1.5}
              y={HEIGHT - heightOf(value)}
              width={STEP - 3}
              height={heightOf(value)}
              className={styles.bar}
            />
            {before === undefined || before <= 0 ? null : (
              <rect
                x={index * STEP + 0.5}
                y={HEIGHT - heightOf(before) - 0.75}
                width={STEP - 1}
                height={1.5}
                className={styles.mark}
              />
            )}
          </g>
        ))}
      </svg>
      <div className={styles.ends}>
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </div>
    </figure>
  )
}
