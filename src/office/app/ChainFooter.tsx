// The end of the frame: how far the audit is sealed, and what a shop of one has switched off.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import { Chip } from '../parts/Chip.tsx'
import { Moment } from '../parts/Moment.tsx'
import { Count } from '../parts/Plain.tsx'
import { useOwnSession } from '../session/session.ts'
import styles from './frame.module.css'

export function ChainFooter(): ReactElement {
  const { t } = useTranslation('office')
  const { chain, alone, mode } = useOwnSession()
  return (
    <footer className={styles.footer}>
      {chain === null ? (
        <span>{t('chain.none')}</span>
      ) : (
        <span>
          <span>{t('chain.intact')} #</span>
          <Count count={chain.intactTo} /> <span>·</span> <Moment at={chain.at} />
        </span>
      )}
      {mode === 'sandbox' ? <Chip tone="warn">{t('sandbox')}</Chip> : null}
      {alone ? <Chip>{t('alone')}</Chip> : null}
    </footer>
  )
}
