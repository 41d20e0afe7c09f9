// The dialog with the proof of a raffle: its values, the steps that check it, and the file for checking it elsewhere.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { verdictOf } from '../../../game/fairness/proof.ts'
import { proofFile } from '../../../game/fairness/roll-export.ts'
import {
  RAFFLE_STEPS,
  type RaffleProof,
  type RaffleVerification,
  verifyRaffle,
} from '../../../game/rewards/raffle-proof.ts'
import { drawChecking } from '../../../stores/fairness/draw-checking.ts'
import { canVerify, webHashing } from '../../../stores/fairness/web-hashing.ts'
import { $raffleProof, closeRaffleProof, loadRaffleProof } from '../../../stores/rewards/raffle.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Fact, FactList } from '../../ui/Fact.tsx'
import { Skeleton } from '../../ui/lists/Skeleton.tsx'
import { Dialog } from '../../ui/messages/Dialog.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { VerdictIcon, VerdictWord } from '../../ui/Verdict.tsx'
import styles from './proof.module.css'

export function ProofDialog(): ReactElement {
  const { t } = useTranslation(['raffle', 'common'])
  const state = useStore($raffleProof, { ssr: 'initial' })
  const label = state.status === 'ready' ? t('proofOf', { number: state.proof.number }) : t('proof')
  return (
    <Dialog open={state.status !== 'none'} onClose={closeRaffleProof} label={label} className={styles.panel}>
      <h2>{label}</h2>
      {state.status === 'loading' && (
        <div className={styles.waiting} aria-busy="true">
          <Skeleton height={48} />
          <Skeleton height={20} />
          <Skeleton height={20} />
          <Skeleton height={20} width="70%" />
        </div>
      )}
      {state.status === 'unknown' && <p role="status">{t('unknown')}</p>}
      {state.status === 'offline' && (
        <>
          <p role="status">{t('common:errors.offline')}</p>
          <Button icon="refresh" onClick={() => void loadRaffleProof(state.id)}>
            {t('common:actions.retry')}
          </Button>
        </>
      )}
      {state.status === 'ready' && <Proof key={state.id} proof={state.proof} ownNumber={state.ownNumber} />}
    </Dialog>
  )
}

interface ProofProps {
  readonly proof: RaffleProof
  /** The player's own number in the list; null without an entry. */
  readonly ownNumber: number | null
}

function Proof({ proof, ownNumber }: ProofProps): ReactElement {
  const [result, setResult] = useState<RaffleVerification | 'failed' | null>(null)
  useEffect(() => {
    let shown = true
    const show = (verification: RaffleVerification | 'failed'): void => {
      if (shown) setResult(verification)
    }
    if (canVerify()) {
      verifyRaffle(proof, drawChecking).then(show, (fault: unknown) => {
        console.error('The check could not be made', fault)
        show('failed')
      })
    }
    return () => {
      shown = false
    }
  }, [proof])
  return (
    <>
      <Summary proof={proof} result={result} />
      {result !== null && result !== 'failed' && <Steps proof={proof} result={result} />}
      <Facts proof={proof} ownNumber={ownNumber} />
      {proof.list !== null && <ExternalCheck proof={proof} />}
    </>
  )
}

/** Shows the verdict in one sentence; screen readers announce it. */
function Summary({
  proof,
  result,
}: {
  proof: RaffleProof
  result: RaffleVerification | 'failed' | null
}): ReactElement {
  const { t } = useTranslation(['raffle', 'common'])
  if (result === 'failed') return <p role="status">{t('common:errors.offline')}</p>
  if (result === null) return <p className={styles.quiet}>{t(canVerify() ? 'verdict.checking' : 'verdict.insecure')}</p>
  const verdict = verdictOf(RAFFLE_STEPS.map((step) => result[step]))
  const words = verdict === 'secret' ? (`verdict.${proof.state === 'open' ? 'open' : 'frozen'}` as const) : null
  return (
    <p className={styles.verdict} data-verdict={verdict} role="status">
      <VerdictIcon verdict={verdict} />
      <span>{words !== null ? t(words) : t(verdict === 'right' ? 'verdict.right' : 'verdict.wrong')}</span>
    </p>
  )
}

function Steps({ proof, result }: { proof: RaffleProof; result: RaffleVerification }): ReactElement {
  const { t } = useTranslation('raffle')
  return (
    <ol className={styles.steps}>
      {RAFFLE_STEPS.map((step) => {
        const { verdict } = result[step]
        const name = step === 'source' ? proof.source : step
        return (
          <li key={step} data-verdict={verdict}>
            <VerdictIcon verdict={verdict} size={16} />
            <span>
              <strong>{t(`step.${name}`)}</strong> <VerdictWord>{t(`word.${verdict}`)}</VerdictWord>
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function Facts({ proof, ownNumber }: ProofProps): ReactElement {
  const { t } = useTranslation('raffle')
  const { commit, serverSeed, round, signature, entries, entriesHash, roll, winner, frozenAt } = proof
  return (
    <FactList>
      {commit !== null && (
        <Fact name={t('fact.commit')} code>
          {commit}
        </Fact>
      )}
      {serverSeed !== null && (
        <Fact name={t('fact.seed')} code>
          {serverSeed}
        </Fact>
      )}
      {round !== null && <Fact name={t('fact.round')}>{round}</Fact>}
      {signature !== null && (
        <Fact name={t('fact.signature')} code>
          {signature}
        </Fact>
      )}
      {frozenAt !== null && <Fact name={t('fact.frozen')}>{new Date(frozenAt).toISOString()}</Fact>}
      {entriesHash !== null && (
        <Fact name={t('fact.hash')} code>
          {entriesHash}
        </Fact>
      )}
      {entries !== null && <Fact name={t('players')}>{entries}</Fact>}
      {roll !== null && <Fact name={t('fact.roll')}>{roll}</Fact>}
      {winner !== null && <Fact name={t('fact.winner')}>{winner}</Fact>}
      {ownNumber !== null && <Fact name={t('fact.own')}>{ownNumber}</Fact>}
    </FactList>
  )
}

/** Shows the list of entrants, and the file with the command that checks it without the server. */
function ExternalCheck({ proof }: { proof: RaffleProof }): ReactElement {
  const { t } = useTranslation('raffle')
  const name = `raffle-${proof.number}.json`
  const save = async (): Promise<void> => {
    const text = await proofFile(proof, webHashing.sha256)
    saveFile(new Blob([text], { type: 'application/json' }), name)
  }
  return (
    <>
      <details className={styles.list}>
        <summary>{t('list')}</summary>
        <code>{proof.list}</code>
      </details>
      {(proof.state === 'drawn' || proof.state === 'returned') && canVerify() && (
        <div className={styles.file}>
          <Button icon="keep" onClick={() => void save()}>
            {t('download')}
          </Button>
          <p className={styles.quiet}>
            {t('elsewhere')} <code>npm run verify -- {name}</code>
          </p>
        </div>
      )}
    </>
  )
}
