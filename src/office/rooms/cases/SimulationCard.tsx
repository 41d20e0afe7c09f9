// What playing a case means: a hundred thousand openings by its odds.
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CASE_TICKETS } from '../../../game/base/economy.ts'
import type { Language } from '../../../game/base/language.ts'
import { ticketSum } from '../../../game/cases/case.ts'
import { BAR_BOUNDS, SIMULATED, type SimulationResult, STREAKS } from '../../../game/games/simulation.ts'
import { formatCount, formatMoney, formatPercent } from '../../../i18n/format.ts'
import { Button } from '../../parts/Button.tsx'
import { Card } from '../../parts/Card.tsx'
import { Facts } from '../../parts/Room.tsx'
import type { Items } from '../../session/items/catalogue.ts'
import { useItemName } from '../../session/items/item-name.ts'
import { Share } from '../../session/items/Share.tsx'
import type { CaseRecord } from './cases-file.ts'
import styles from './simulation.module.css'
import { useSimulation } from './use-simulation.ts'

function Histogram({ result: { bars, openings } }: { result: SimulationResult }): ReactElement {
  const { t, i18n } = useTranslation('officeCaseEditor')
  const language = i18n.language as Language
  const most = Math.max(1, ...bars)
  const times = (bound: number): string => `×${formatCount(bound, language)}`
  const nameOf = (at: number): string => {
    const [from, to] = [BAR_BOUNDS[at - 1], BAR_BOUNDS[at]]
    if (from === undefined) return t('simulation.below', { to: times(to ?? 0) })
    return to === undefined ? t('simulation.above', { from: times(from) }) : `${times(from)} – ${times(to)}`
  }
  return (
    <table className={styles.bars}>
      <caption>{t('simulation.histogram')}</caption>
      <tbody>
        {bars.map((count, at) => (
          <tr key={nameOf(at)}>
            <th scope="row">{nameOf(at)}</th>
            <td className={styles.bar} aria-hidden="true">
              <span style={{ width: `${(count / most) * 100}%` }} data-win={at > 3 || undefined} />
            </td>
            <td className={styles.part}>{formatPercent(count / openings, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

interface ResultProps {
  result: SimulationResult
  record: CaseRecord
  items: Items
}

function Result({ result, record, items }: ResultProps): ReactElement {
  const { t } = useTranslation('officeCaseEditor')
  const nameOf = useItemName()
  const dearest = items.byId.get(record.entries[result.dearest]?.item ?? '')
  const lossText = (cents: number): string =>
    cents >= 0 ? formatMoney(cents) : t('simulation.gain', { sum: formatMoney(-cents) })
  return (
    <>
      <Facts
        facts={[
          [t('simulation.measured'), <Share key="measured" part={result.measured} />],
          [t('simulation.paid'), <Share key="paid" part={result.paid} />],
          [
            t('simulation.dearest'),
            dearest === undefined ? '–' : `${nameOf(dearest)}, ${formatMoney(dearest.priceCents)}`,
          ],
          ...STREAKS.map(
            (streak) => [t('simulation.loss', { count: streak }), lossText(result.losses[streak])] as const,
          ),
        ]}
      />
      <Histogram result={result} />
    </>
  )
}

export function SimulationCard({ record, items }: { record: CaseRecord; items: Items }): ReactElement {
  const { t, i18n } = useTranslation('officeCaseEditor')
  const [seed, setSeed] = useState(1)
  const entries = record.entries.flatMap(({ item, tickets }) => {
    const priceCents = items.byId.get(item)?.priceCents
    return priceCents === undefined ? [] : [{ priceCents, tickets }]
  })
  const isWhole = entries.length === record.entries.length && ticketSum(entries) === CASE_TICKETS && record.price > 0
  const box = isWhole ? { priceCents: record.price, entries } : null
  const { result, part } = useSimulation(box, seed)
  const language = i18n.language as Language
  return (
    <Card
      title={t('simulation.title')}
      aside={
        <Button
          icon="refresh"
          disabledReason={isWhole ? undefined : t('simulation.not-whole')}
          onClick={() => setSeed(seed + 1)}
        >
          {t('simulation.again')}
        </Button>
      }
    >
      <p className={styles.hint}>
        <span>{t('simulation.hint', { count: formatCount(SIMULATED, language), seed })}</span>{' '}
        {isWhole && part < 1 ? <span>{t('simulation.playing', { part: formatPercent(part, language) })}</span> : null}
      </p>
      {isWhole ? (
        result === null ? null : (
          <Result result={result} record={record} items={items} />
        )
      ) : (
        <p>{t('simulation.not-whole')}</p>
      )}
    </Card>
  )
}
