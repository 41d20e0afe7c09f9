// The cases of a battle as small crates in a row that scrolls.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { formatMoney } from '../../../i18n/format.ts'
import { classes } from '../../ui/classes.ts'
import { smallCrate } from '../../ui/items/small-crate.ts'
import { Price } from '../../ui/money/Price.tsx'
import badge from './crate-badge.module.css'
import styles from './crate-strip.module.css'
import { type BattleCase, caseRuns } from './rounds.ts'

interface CrateStripProps {
  readonly rounds: readonly BattleCase[]
  /** The round that is played, from 1; its crate is marked. */
  readonly current?: number | undefined
  /** The edge of a crate in CSS pixels; 48 by default. */
  readonly size?: number | undefined
  /** Shows the price of each case. */
  readonly hasPrices?: boolean | undefined
  /** Marks the last case, which alone decides. */
  readonly marksLast?: boolean | undefined
  /** Makes each crate a link to the page of its case. */
  readonly areLinks?: boolean | undefined
  readonly className?: string | undefined
}

/** Renders the strip; the same case in a row is one crate with its count. */
export function CrateStrip({
  rounds,
  current,
  size = 48,
  hasPrices = false,
  marksLast = false,
  areLinks = false,
  className,
}: CrateStripProps): ReactElement {
  const { t, i18n } = useTranslation('battleParts')
  const language = i18n.language as Language
  return (
    <ol
      className={classes(styles.strip, className)}
      aria-label={t('strip', { count: rounds.length })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
      tabIndex={0}
      style={{ fontSize: size }}
    >
      {caseRuns(rounds).map(({ box, count, from }) => {
        const isCurrent = current !== undefined && current >= from && current < from + count
        return (
          <li
            key={from}
            className={styles.crate}
            aria-current={isCurrent ? 'step' : undefined}
            data-decides={(marksLast && from + count > rounds.length) || undefined}
            title={`${box.name[language]} · ${formatMoney(box.price)}`}
          >
            {areLinks ? (
              <a href={`/case/${box.url}`}>
                <Crate box={box} size={size} language={language} />
              </a>
            ) : (
              <Crate box={box} size={size} language={language} />
            )}
            {count > 1 ? <span className={classes(badge.badge, styles.count)}>×{count}</span> : null}
            {hasPrices ? <Price cents={box.price} className={styles.price} /> : null}
          </li>
        )
      })}
    </ol>
  )
}

interface CrateProps {
  readonly box: BattleCase
  readonly size: number
  readonly language: Language
}

function Crate({ box, size, language }: CrateProps): ReactElement {
  return (
    <img
      src={smallCrate(box.url, box.image)}
      alt={box.name[language]}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
    />
  )
}
