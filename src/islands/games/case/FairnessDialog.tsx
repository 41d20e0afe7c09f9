// The dialog behind the badge of a case page: the commitment before an opening, and after it the check of its rolls by this browser.
// Loaded when it is first opened.
import { useStore } from '@nanostores/react'
import { type ReactElement, use, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { STEPS, type Verdict, verdictOf, verifyRecord } from '../../../game/fairness/proof.ts'
import type { RollProof } from '../../../protocol/fairness.ts'
import {
  $commitment,
  $isFairnessOpen,
  $openedRolls,
  noteVerdict,
  type OpenedRolls,
} from '../../../stores/fairness/commitment.ts'
import { $seeds, loadSeeds, readProofs, reportChecked, rotate } from '../../../stores/fairness/fairness.ts'
import { recordOf } from '../../../stores/fairness/record-of.ts'
import { canVerify, webHashing } from '../../../stores/fairness/web-hashing.ts'
import { compareAnswer } from '../../../stores/kernel/answered-commitments.ts'
import { nextSeed } from '../../../stores/kernel/fresh-seed.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { lateTexts } from '../../late-texts.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Fact, FactList } from '../../ui/Fact.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import { Dialog } from '../../ui/messages/Dialog.tsx'
import { EmptyState } from '../../ui/messages/EmptyState.tsx'
import { VerdictIcon, VerdictWord } from '../../ui/Verdict.tsx'
import './fairness-dialog.css'

const close = (): void => $isFairnessOpen.set(false)

export function FairnessDialog(): ReactElement {
  const { t, i18n } = useTranslation('fairness')
  use(lateTexts(i18n, 'fairness'))
  const isOpen = useStore($isFairnessOpen)
  const opened = useStore($openedRolls)
  return (
    <Dialog open={isOpen} onClose={close} label={t('badge.title')}>
      <div className="fairness-dialog">
        <h2>{t('badge.title')}</h2>
        {opened === null ? <Before /> : <After key={opened.rollIds.join()} opened={opened} />}
        <Button tone="ghost" icon="external" href={proofPage(opened)}>
          {t('badge.more')}
        </Button>
      </div>
    </Dialog>
  )
}

/** Returns the address of the page that explains the checks: with the roll that was opened, where there is only one. */
function proofPage(opened: OpenedRolls | null): string {
  const [rollId, ...others] = opened?.rollIds ?? []
  return rollId === undefined || others.length > 0 ? '/fairness' : `/fairness?roll=${rollId}`
}

/** Shows what the next roll is bound to. */
function Before(): ReactElement {
  const { t } = useTranslation('fairness')
  const isGuest = useStore($user).status !== 'authorised'
  const state = useStore($seeds)
  useEffect(() => {
    if (!isGuest) void loadSeeds()
  }, [isGuest])
  useEffect(() => {
    if (state.status === 'ready') $commitment.set(state.seeds.unseeded ?? state.seeds.commit)
  }, [state])
  if (isGuest) return <p>{t('badge.guest')}</p>
  if (state.status === 'offline') return <Failed onRetry={() => void loadSeeds()} />
  if (state.status !== 'ready') return <Skeleton width="100%" height={160} shape="card" />
  const { commit, clientSeed, nonce } = state.seeds
  return (
    <>
      <p>{t('badge.before')}</p>
      <FactList>
        <Fact name={t('fact.commit')} code>
          {commit}
        </Fact>
        <Fact name={t('fact.clientSeed')} code>
          {clientSeed ?? t('seeds.waiting')}
        </Fact>
        <Fact name={t('fact.nonce')}>{nonce}</Fact>
      </FactList>
    </>
  )
}

function Failed({ onRetry }: { onRetry: () => void }): ReactElement {
  const { t } = useTranslation('fairness')
  return <EmptyState icon="alert" size="card" text={t('badge.failed')} onRetry={onRetry} />
}

/** What was found of each step over all rolls, and whether the commitment is the one that was shown before. */
interface Found {
  readonly steps: Readonly<Record<(typeof STEPS)[number], Verdict>>
  readonly commit: Verdict | null
  readonly clientSeed: string
}

async function checkAll(proofs: readonly RollProof[], shownBefore: string | null): Promise<Found> {
  const results = await Promise.all(proofs.map((proof) => verifyRecord(recordOf(proof), webHashing)))
  const over = (step: (typeof STEPS)[number]): Verdict => verdictOf(results.map((result) => result[step]))
  const isSame = proofs.every((proof) => {
    const answer = compareAnswer(proof)
    return proof.commit === shownBefore && answer !== 'seed-replaced' && answer !== 'commit-replaced'
  })
  return {
    steps: { commit: over('commit'), roll: over('roll'), odds: over('odds'), item: over('item') },
    commit: shownBefore === null ? null : isSame ? 'right' : 'wrong',
    clientSeed: proofs[0]?.clientSeed ?? '',
  }
}

function verdictOfAll({ steps, commit }: Found): Verdict {
  const all = [...STEPS.map((step) => steps[step]), ...(commit === null ? [] : [commit])]
  return verdictOf(all.map((verdict) => ({ verdict, computed: null })))
}

/** Checks the rolls of the last opening, and reveals their server seed when the player asks for it. */
function After({ opened }: { opened: OpenedRolls }): ReactElement {
  const { t } = useTranslation('fairness')
  const [found, setFound] = useState<Found | 'checking' | 'failed'>('checking')
  const [refused, setRefused] = useState<string | null>(null)
  const { rollIds, commit } = opened

  async function check(): Promise<void> {
    setFound('checking')
    try {
      const all = await checkAll(await readProofs(rollIds), commit)
      const verdict = verdictOfAll(all)
      setFound(all)
      noteVerdict(verdict)
      if (verdict === 'right' && rollIds[0] !== undefined) void reportChecked(rollIds[0])
    } catch (fault) {
      console.error('The rolls could not be checked', fault)
      setFound('failed')
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    if (canVerify()) void check()
  }, [])

  async function reveal(clientSeed: string): Promise<void> {
    const rotation = await rotate(clientSeed)
    if (rotation.kind !== 'rotated') {
      setRefused(rotation.kind === 'refused' ? rotation.message : t('badge.failed'))
      return
    }
    setRefused(null)
    const state = $seeds.get()
    if (state.status === 'ready') $commitment.set(state.seeds.commit)
    await check()
  }

  if (!canVerify()) return <p>{t('badge.insecure')}</p>
  if (found === 'failed') return <Failed onRetry={() => void check()} />
  if (found === 'checking') return <Skeleton width="100%" height={240} shape="card" />
  const verdict = verdictOfAll(found)
  return (
    <>
      <p className="fairness-verdict" data-verdict={verdict} role="status">
        <VerdictIcon verdict={verdict} />
        <span>{t(`verdict.${verdict}`)}</span>
      </p>
      <ul>
        {found.commit !== null && <Line verdict={found.commit}>{t('badge.unchanged')}</Line>}
        {STEPS.map((step) => (
          <Line key={step} verdict={found.steps[step]}>
            {t(`step.${step}`)}
          </Line>
        ))}
      </ul>
      {verdict === 'secret' && (
        <>
          <Button tone="signal" icon="check" onClick={() => void reveal(nextSeed(found.clientSeed))}>
            {t('badge.reveal')}
          </Button>
          <p className="fairness-note">{t('badge.revealNote')}</p>
        </>
      )}
      {refused !== null && <p role="status">{refused}</p>}
    </>
  )
}

function Line({ verdict, children }: { verdict: Verdict; children: string }): ReactElement {
  const { t } = useTranslation('fairness')
  return (
    <li data-verdict={verdict}>
      <VerdictIcon verdict={verdict} size={18} />
      <span>{children}</span>
      <VerdictWord>{t(`word.${verdict}`)}</VerdictWord>
    </li>
  )
}
