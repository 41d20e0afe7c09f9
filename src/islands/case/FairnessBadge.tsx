// The badge on the stage: the commitment before an opening, and what checking its rolls found. Its dialog is loaded when it is opened.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { $commitment, $openedRolls, watchCommitment } from '../../stores/fairness/commitment.ts'
import { loadPart } from '../../stores/kernel/load-part.ts'
import { Icon } from '../ui/Icon.tsx'
import { singleClick } from '../ui/single-click.ts'
import styles from './fairness-badge.module.css'

/** Characters of the commitment that are shown: enough to compare at a glance. */
const SHOWN_LENGTH = 8

async function open(): Promise<void> {
  try {
    const { openFairness } = await loadPart(() => import('../fairness/FairnessDialog.tsx'))
    openFairness()
  } catch (fault) {
    console.error('The dialog of the fairness could not be opened', fault)
  }
}

export function FairnessBadge(): ReactElement {
  const { t } = useTranslation('case')
  const commit = useStore($commitment, { ssr: 'initial' })
  const opened = useStore($openedRolls, { ssr: 'initial' })
  useEffect(watchCommitment, [])
  const verdict = opened?.verdict ?? null
  let words = t('badge.guest')
  if (verdict === 'right' || verdict === 'wrong') words = t(`badge.${verdict}`)
  else if (opened !== null) words = t('badge.check')
  else if (commit !== null) words = t('badge.committed')
  return (
    <button
      type="button"
      className={styles.badge}
      data-verdict={verdict ?? undefined}
      aria-haspopup="dialog"
      onClick={singleClick(() => void open())}
    >
      <Icon name={verdict === 'wrong' ? 'alert' : 'shield'} size={16} />
      <span>{words}</span>
      {opened === null && commit !== null && <code>{commit.slice(0, SHOWN_LENGTH)}</code>}
    </button>
  )
}
