// What the creator of a battle is told of bots before asking for one: how often they win, and where the figures are.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import { formatPercent } from '../../../i18n/format.ts'
import { $botRecord, botRates, loadBotRecord } from '../../../stores/battles/battle-bots.ts'
import { Icon } from '../../ui/Icon.tsx'
import styles from './controls.module.css'

export function BotLine(): ReactElement {
  const { t, i18n } = useTranslation('battle')
  const language = i18n.language as Language
  const record = useStore($botRecord, { ssr: 'initial' })
  useEffect(() => void loadBotRecord(), [])
  const rates = record === null ? null : botRates(record)
  return (
    <p className={styles.bots}>
      <Icon name="bot" size={18} />
      <span>
        {t('bots.text')}{' '}
        {rates !== null && (
          <span>
            {t('bots.record', {
              won: formatPercent(rates.won, language),
              expected: formatPercent(rates.expected, language),
            })}{' '}
          </span>
        )}
        <a href="/fairness#returns">{t('bots.more')}</a>
      </span>
    </p>
  )
}
