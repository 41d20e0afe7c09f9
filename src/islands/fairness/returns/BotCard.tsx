// What bots of the house won in battles, beside what the odds expect: a card among the measured returns.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { formatCount, formatMoney, formatPercent } from '../../../i18n/format.ts'
import { $botRecord, botRates, loadBotRecord } from '../../../stores/battles/battle-bots.ts'
import { Fact } from '../../ui/Fact.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import styles from './returns.module.css'

export function BotCard(): ReactElement {
  const { t, i18n } = useTranslation('fairness')
  const language = i18n.language as Language
  const record = useStore($botRecord, { ssr: 'initial' })
  useEffect(() => void loadBotRecord(), [])
  const rates = record === null ? null : botRates(record)
  const percent = (fraction: number | undefined): string =>
    fraction === undefined ? '—' : formatPercent(fraction, language)
  return (
    <article className={styles.game}>
      <h3>{t('bots.title')}</h3>
      {record === null ? (
        <div className={styles.skeletons}>
          <Skeleton height={40} width="50%" />
          <Skeleton height={92} />
        </div>
      ) : (
        <>
          <p className={styles.measured}>
            <strong>{percent(rates?.won)}</strong>
            <span>{t('bots.won')}</span>
          </p>
          <dl className={styles.facts}>
            <Fact name={t('bots.expected')}>{percent(rates?.expected)}</Fact>
            <Fact name={t('bots.seats')}>{formatCount(record.battles, language)}</Fact>
            <Fact name={t('returns.staked')}>{formatMoney(record.staked)}</Fact>
            <Fact name={t('returns.won')}>{formatMoney(record.won)}</Fact>
          </dl>
          <p className={styles.words}>{t('bots.text')}</p>
        </>
      )}
    </article>
  )
}
