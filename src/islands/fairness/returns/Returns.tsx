// The measured return to player of each game, next to the return that its odds promise, and the range that chance explains.
import { useStore } from '@nanostores/react'
import { type CSSProperties, type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { CASE_RETURN_PERCENT } from '../../../game/base/economy.ts'
import { PAID_GAMES, type PaidGame } from '../../../game/base/games.ts'
import type { Language } from '../../../game/base/language.ts'
import { chanceReach, confidenceIn } from '../../../game/games/returns.ts'
import { formatCount, formatMoney, formatPercent } from '../../../i18n/format.ts'
import type { Returned, ReturnsReply } from '../../../protocol/fairness.ts'
import { $returns, loadReturns } from '../../../stores/fairness/returns.ts'
import { island } from '../../island.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Fact } from '../../ui/Fact.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import { BotCard } from './BotCard.tsx'
import styles from './returns.module.css'

/** Formats a day of the ledger. */
function dayText(day: string): string {
  return day.split('-').reverse().join('.')
}

function ReturnsView(): ReactElement {
  const { t } = useTranslation(['fairness', 'common'])
  const state = useStore($returns, { ssr: 'initial' })
  useEffect(() => void loadReturns(), [])
  if (state.status === 'offline') {
    return (
      <div className={styles.lost} role="status">
        <p>{t('common:errors.offline')}</p>
        <Button icon="refresh" onClick={() => void loadReturns()}>
          {t('common:actions.retry')}
        </Button>
      </div>
    )
  }
  const returns = state.status === 'ready' ? state.returns : null
  return (
    <div className={styles.returns} aria-busy={returns === null}>
      <ul className={styles.games}>
        {PAID_GAMES.map((game) => (
          <li key={game}>
            <Game game={game} returned={returns?.games.find((one) => one.game === game)} />
          </li>
        ))}
        <li>
          <BotCard />
        </li>
      </ul>
      <Days returns={returns} />
      <p className={styles.days}>{t('returns.free')}</p>
      {returns !== null && returns.cases.length > 0 && <Cases cases={returns.cases} />}
    </div>
  )
}

function Days({ returns }: { returns: ReturnsReply | null }): ReactElement {
  const { t } = useTranslation('fairness')
  if (returns === null) return <p className={styles.days}>&nbsp;</p>
  const { days } = returns
  if (days === null) return <p className={styles.days}>{t('returns.noDays')}</p>
  return <p className={styles.days}>{t('returns.days', { first: dayText(days.first), last: dayText(days.last) })}</p>
}

interface GameProps {
  readonly game: PaidGame
  /** Undefined while it is loading. */
  readonly returned: Returned | undefined
}

function Game({ game, returned }: GameProps): ReactElement {
  const { t, i18n } = useTranslation('fairness')
  const language = i18n.language as Language
  return (
    <article className={styles.game}>
      <h3>{t(`returns.${game}`)}</h3>
      {returned === undefined ? (
        <div className={styles.skeletons}>
          <Skeleton height={40} width="50%" />
          <Skeleton height={28} />
          <Skeleton height={92} />
        </div>
      ) : (
        <>
          <p className={styles.measured}>
            <strong>{returned.measured === null ? '—' : formatPercent(returned.measured, language)}</strong>
            <span>{t('returns.measured')}</span>
          </p>
          <Bar returned={returned} />
          <dl className={styles.facts}>
            <Fact name={t('returns.promised')}>{promisedText(returned, language)}</Fact>
            <Fact name={t('returns.rolls')}>{formatCount(returned.rolls, language)}</Fact>
            <Fact name={t('returns.staked')}>{formatMoney(returned.staked)}</Fact>
            <Fact name={t('returns.won')}>{formatMoney(returned.won)}</Fact>
          </dl>
          <Words returned={returned} />
        </>
      )}
    </article>
  )
}

function promisedText({ promised }: Returned, language: Language): string {
  if (promised !== null) return formatPercent(promised, language)
  const { least, most } = CASE_RETURN_PERCENT
  return `${formatPercent(least / 100, language)}–${formatPercent(most / 100, language)}`
}

/** Explains the return in plain language. */
function Words({ returned }: { returned: Returned }): ReactElement {
  const { t, i18n } = useTranslation('fairness')
  const confidence = confidenceIn(returned)
  const points = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 1 })
  const reach = points.format(chanceReach(returned.error) * 100)
  return (
    <p className={styles.words} data-confidence={confidence}>
      {t(`confidence.${confidence}`, { reach })}
    </p>
  )
}

/** The range of the bar, as shares of the stake; values outside of it are drawn at its ends. */
const BAR = { least: 0.5, most: 1.5 } as const

function placeOf(fraction: number): number {
  return Math.min(1, Math.max(0, (fraction - BAR.least) / (BAR.most - BAR.least)))
}

/** Draws promised return, range of chance and measured return on one line; the text next to it says the same. */
function Bar({ returned: { measured, promised, error } }: { returned: Returned }): ReactElement {
  if (measured === null || promised === null) return <div className={styles.bar} aria-hidden="true" />
  const reach = chanceReach(error)
  const places = {
    '--from': placeOf(promised - reach),
    '--to': placeOf(promised + reach),
    '--promised': placeOf(promised),
    '--measured': placeOf(measured),
  } as CSSProperties
  return (
    <div className={styles.bar} style={places} aria-hidden="true">
      <span className={styles.range} />
      <span className={styles.promise} />
      <span className={styles.dot} />
    </div>
  )
}

function Cases({ cases }: { cases: ReturnsReply['cases'] }): ReactElement {
  const { t, i18n } = useTranslation('fairness')
  const language = i18n.language as Language
  const points = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  return (
    <details className={styles.cases}>
      <summary>{t('returns.byCase')}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label={t('returns.byCase')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('game.case')}</th>
              <th scope="col">{t('returns.rolls')}</th>
              <th scope="col">{t('returns.promised')}</th>
              <th scope="col">{t('returns.measured')}</th>
              <th scope="col">{t('returns.chance')}</th>
              <th scope="col" className={styles.wide}>
                <span className="unseen">{t('returns.compared')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {cases.map((returned) => (
              <tr key={returned.case.url}>
                <th scope="row">
                  <a href={`/case/${returned.case.url}`}>{returned.case.name[language]}</a>
                </th>
                <td>{formatCount(returned.rolls, language)}</td>
                <td>{promisedText(returned, language)}</td>
                <td>{returned.measured === null ? '—' : formatPercent(returned.measured, language)}</td>
                <td>±{points.format(chanceReach(returned.error) * 100)}</td>
                <td className={styles.wide}>
                  <Bar returned={returned} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}

export const Returns = island(ReturnsView)
