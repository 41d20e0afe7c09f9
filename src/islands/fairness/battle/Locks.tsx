// The locks of a battle with their times, and what this browser can say of them by its own clock.
import type { ReactElement } from 'react'
import { useTranslation } from 'react-i18next'
import type { Language } from '../../../game/base/language.ts'
import type { BattleProof } from '../../../game/battles/proof.ts'
import type { LockLine } from '../../../game/battles/proof-view.ts'
import { judgeReceipt, type ReceiptVerdict } from '../../../game/battles/receipt.ts'
import type { Verdict } from '../../../game/fairness/proof.ts'
import { formatMoment, formatSeconds } from '../../../i18n/format.ts'
import type { BattleReceipt } from '../../../stores/battles/battle-receipts.ts'
import { Fact, FactList } from '../../ui/Fact.tsx'
import { VerdictIcon } from '../../ui/Verdict.tsx'
import panel from '../parts/fairness.module.css'
import styles from './battle-proof.module.css'

interface LocksProps {
  readonly proof: BattleProof
  readonly locks: readonly LockLine[]
  readonly receipt: BattleReceipt | null
}

export function Locks({ proof, locks, receipt }: LocksProps): ReactElement {
  const { t } = useTranslation('battleProof')
  return (
    <section className={styles.part} aria-labelledby="locks-title">
      <h4 id="locks-title">{t('lock.title')}</h4>
      {locks.map((lock) => (
        <Lock key={lock.hash} lock={lock} />
      ))}
      <Receipt proof={proof} receipt={receipt} hash={locks.at(-1)?.hash ?? ''} />
    </section>
  )
}

function Lock({ lock }: { lock: LockLine }): ReactElement {
  const { t, i18n } = useTranslation('battleProof')
  const { hash, text, round, roundAt, lockedAt, sentAt, counts } = lock
  const language = i18n.language as Language
  return (
    <div className={styles.lock}>
      {!counts && <p>{t('lock.replaced')}</p>}
      <FactList>
        <Fact name={t('lock.hash')} code>
          {hash}
        </Fact>
        <Fact name={t('lock.lockedAt')}>{formatMoment(lockedAt)}</Fact>
        <Fact name={t('lock.sentAt')}>{sentAt === null ? t('lock.unsent') : formatMoment(sentAt)}</Fact>
        {round !== null && <Fact name={t('lock.round')}>{round}</Fact>}
        {roundAt !== null && (
          <Fact name={t('lock.roundAt')}>
            {t('lock.ahead', { at: formatMoment(roundAt), seconds: formatSeconds(roundAt - lockedAt, language) })}
          </Fact>
        )}
      </FactList>
      <details className={styles.text}>
        <summary>{t('lock.text')}</summary>
        <code>{text}</code>
      </details>
    </div>
  )
}

/** What a receipt says about the house: nothing where this browser can confirm nothing. */
const VERDICTS: Readonly<Record<ReceiptVerdict['kind'], Verdict>> = {
  early: 'right',
  kept: 'right',
  late: 'secret',
  none: 'secret',
  other: 'wrong',
  replaced: 'wrong',
}

interface ReceiptProps {
  readonly proof: BattleProof
  readonly receipt: BattleReceipt | null
  /** Of the lock that counts. */
  readonly hash: string
}

function Receipt({ proof, receipt, hash }: ReceiptProps): ReactElement {
  const { t, i18n } = useTranslation('battleProof')
  const verdict = judgeReceipt(receipt?.locks ?? [], hash)
  const seconds = 'distanceMs' in verdict ? formatSeconds(verdict.distanceMs, i18n.language as Language) : ''
  const slot = proof.seats.findIndex(({ id }) => id === receipt?.seat) + 1
  return (
    <ul className={styles.receipt}>
      <li data-verdict={VERDICTS[verdict.kind]} className={panel.verdict}>
        <VerdictIcon verdict={VERDICTS[verdict.kind]} />
        <span>{t(`receipt.${verdict.kind}`, { seconds })}</span>
      </li>
      {receipt !== null && receipt.seat !== null && (
        <li data-verdict={slot > 0 ? 'right' : 'wrong'} className={panel.verdict}>
          <VerdictIcon verdict={slot > 0 ? 'right' : 'wrong'} />
          <span>{slot > 0 ? t('receipt.seat', { slot }) : t('receipt.noSeat')}</span>
        </li>
      )}
    </ul>
  )
}
