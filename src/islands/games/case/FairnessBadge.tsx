// The badge on the stage: the commitment before an opening, and what checking its rolls found. In the result of one case the link to the
// proof takes its place. It opens a dialog (fairness/FairnessDialog.tsx).
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Verdict } from '../../../game/fairness/proof.ts'
import { $commitment, $isFairnessOpen, $openedRolls, watchCommitment } from '../../../stores/fairness/commitment.ts'
import { $opening } from '../../../stores/games/opening.ts'
import { singleClick } from '../../ui/controls/single-click.ts'
import { Icon } from '../../ui/Icon.tsx'
import { ProofLink } from '../parts/WonItem.tsx'
import styles from './fairness-badge.module.css'

/** Characters of the commitment that are shown: enough to compare at a glance. */
const SHOWN_LENGTH = 8

const open = (): void => $isFairnessOpen.set(true)

/** Returns the key of the words that say what was found of rolls. */
function wordsOf(verdict: Verdict | null): 'badge.right' | 'badge.wrong' | 'badge.check' {
  return verdict === 'right' || verdict === 'wrong' ? `badge.${verdict}` : 'badge.check'
}

/** Renders the link to the proof of the one roll of an opening, which checks it in place. */
export function CheckedProof({ rollId }: { rollId: string }): ReactElement {
  const { t } = useTranslation('case')
  const verdict = useStore($openedRolls, { ssr: 'initial' })?.verdict ?? null
  return (
    <ProofLink rollId={rollId} verdict={verdict} onCheck={open}>
      {t(wordsOf(verdict))}
    </ProofLink>
  )
}

export function FairnessBadge(): ReactElement | null {
  const { t } = useTranslation('case')
  const commit = useStore($commitment, { ssr: 'initial' })
  const opened = useStore($openedRolls, { ssr: 'initial' })
  const isResult = useStore($opening, { ssr: 'initial' }).phase === 'result'
  useEffect(watchCommitment, [])
  // The result has the link to the proof, with words on phones too.
  if (isResult && opened?.rollIds.length === 1) return null
  const verdict = opened?.verdict ?? null
  let words = t('badge.guest')
  if (opened !== null) words = t(wordsOf(verdict))
  else if (commit !== null) words = t('badge.committed')
  return (
    <button
      type="button"
      className={styles.badge}
      data-verdict={verdict ?? undefined}
      aria-haspopup="dialog"
      onClick={singleClick(open)}
    >
      <Icon name={verdict === 'wrong' ? 'alert' : 'shield'} size={16} />
      <span>{words}</span>
      {opened === null && commit !== null && <code>{commit.slice(0, SHOWN_LENGTH)}</code>}
    </button>
  )
}
