// The proof of a battle: the verdict of this browser, its six steps, and everything that was checked.
import { type ReactElement, use, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BATTLE_STEPS, type BattleVerification, verifyBattle } from '../../../game/battles/proof.ts'
import { viewOfProof } from '../../../game/battles/proof-view.ts'
import { verdictOf } from '../../../game/fairness/proof.ts'
import { proofFile } from '../../../game/fairness/roll-export.ts'
import type { BattleProofReply } from '../../../protocol/battle.ts'
import type { ShownBattle } from '../../../stores/battles/battle-proof.ts'
import { drawChecking } from '../../../stores/fairness/draw-checking.ts'
import { canVerify, webHashing } from '../../../stores/fairness/web-hashing.ts'
import { FormatPicture } from '../../battles/parts/FormatPicture.tsx'
import { ModeName } from '../../battles/parts/ModeName.tsx'
import { lateTexts } from '../../late-texts.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { VerdictIcon, VerdictWord } from '../../ui/Verdict.tsx'
import panel from '../parts/fairness.module.css'
import styles from './battle-proof.module.css'
import { Locks } from './Locks.tsx'
import { Rounds } from './Rounds.tsx'
import { Seats } from './Seats.tsx'
import { Secret } from './Secret.tsx'

type Verified = BattleVerification | 'failed' | null

function useVerification({ proof }: BattleProofReply): Verified {
  const [result, setResult] = useState<Verified>(null)
  useEffect(() => {
    let shown = true
    const show = (verification: Verified): void => {
      if (shown) setResult(verification)
    }
    if (canVerify()) {
      verifyBattle(proof, drawChecking).then(show, (fault: unknown) => {
        console.error('The check could not be made', fault)
        show('failed')
      })
    }
    return () => {
      shown = false
    }
  }, [proof])
  return result
}

export function BattleProof({ reply, receipt }: ShownBattle): ReactElement {
  const { t, i18n } = useTranslation('battleProof')
  use(lateTexts(i18n, 'battleParts'))
  use(lateTexts(i18n, 'battleProof'))
  const result = useVerification(reply)
  const { proof, number } = reply
  const view = viewOfProof(proof, drawChecking.chains)
  const { terms } = proof
  return (
    <section className={panel.panel} aria-labelledby="proof-title">
      <h3 id="proof-title">{t('title', { number })}</h3>
      <Summary reply={reply} result={result} />
      <p className={styles.terms}>
        <ModeName mode={terms.mode} crazy={terms.crazy} />
        <span className={styles.format}>
          <FormatPicture format={terms.format} />
          {terms.format}
        </span>
        <a href={`/battles/${proof.battle}`}>{t('toBattle')}</a>
      </p>
      {result !== 'failed' && canVerify() && <Steps source={proof.source.source} result={result} />}
      {view.locks.length > 0 && <Locks proof={proof} locks={view.locks} receipt={receipt} />}
      <Secret proof={proof} seed={result === null || result === 'failed' ? null : result.source.computed} />
      {view.seats.length > 0 && <Seats format={terms.format} seats={view.seats} players={reply.players} />}
      <Rounds rounds={view.rounds} reply={reply} />
      {proof.draw !== null && canVerify() && <ProofFile reply={reply} />}
    </section>
  )
}

/** Shows the verdict in one sentence; screen readers announce it. */
function Summary({ reply: { proof, state }, result }: { reply: BattleProofReply; result: Verified }): ReactElement {
  const { t } = useTranslation(['battleProof', 'fairness', 'common'])
  if (state === 'cancelled' || state === 'expired') return <p role="status">{t('verdict.ended')}</p>
  if (result === 'failed') return <p role="status">{t('common:errors.offline')}</p>
  if (!canVerify()) return <p className={panel.quiet}>{t('fairness:verdict.insecure')}</p>
  if (result === null) return <p className={panel.verdict}>{t('fairness:verdict.checking')}</p>
  const verdict = verdictOf(BATTLE_STEPS.map((step) => result[step]))
  const words = {
    right: t('fairness:verdict.right'),
    wrong: t('verdict.wrong'),
    secret: t(proof.locks.length === 0 ? 'verdict.open' : 'verdict.locked'),
  }
  return (
    <div className={panel.verdict} data-verdict={verdict} role="status">
      <VerdictIcon verdict={verdict} />
      <p>{words[verdict]}</p>
    </div>
  )
}

interface StepsProps {
  readonly source: 'drand' | 'seed'
  /** Null while it is checked: the steps have their places already. */
  readonly result: BattleVerification | null
}

function Steps({ source, result }: StepsProps): ReactElement {
  const { t } = useTranslation(['battleProof', 'fairness'])
  return (
    <ol className={panel.steps}>
      {BATTLE_STEPS.map((step) => {
        const words = step === 'source' ? source : step
        const found = result?.[step]
        return (
          <li key={step} data-verdict={found?.verdict}>
            {found === undefined ? <span className={styles.unknown} /> : <VerdictIcon verdict={found.verdict} />}
            <div>
              <p>
                <strong>{t(`step.${words}`)}</strong>{' '}
                {found !== undefined && <VerdictWord>{t(`fairness:word.${found.verdict}`)}</VerdictWord>}
              </p>
              <p className={panel.quiet}>{t(`how.${words}`)}</p>
              {found?.verdict === 'wrong' && (
                <>
                  <p>{t('wrongAt', { place: found.place })}</p>
                  {found.computed !== null && <code>→ {found.computed}</code>}
                </>
              )}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** Offers the file with the command that checks it without the server. */
function ProofFile({ reply: { proof, number } }: { reply: BattleProofReply }): ReactElement {
  const { t } = useTranslation('battleProof')
  const name = `battle-${number}.json`
  const save = async (): Promise<void> => {
    const text = await proofFile(proof, webHashing.sha256)
    saveFile(new Blob([text], { type: 'application/json' }), name)
  }
  return (
    <div className={styles.part}>
      <Button icon="keep" onClick={() => void save()}>
        {t('file.download')}
      </Button>
      <p className={panel.quiet}>{t('file.elsewhere')}</p>
      <code>npm run verify -- {name}</code>
    </div>
  )
}
