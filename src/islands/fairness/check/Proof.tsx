// The values of a roll, and the four steps that check it. Everything is shown as text: nothing from the record becomes markup.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PLAYER_GAMES } from '../../../game/base/games.ts'
import type { Language } from '../../../game/base/language.ts'
import { casePath } from '../../../game/cases/case-path.ts'
import { BALANCE_PRIZE, lineOfRoll, readOdds } from '../../../game/fairness/odds-text.ts'
import { NOTHING, STEPS, type Verification, verdictOf, verifyRecord } from '../../../game/fairness/proof.ts'
import type { RollRecord } from '../../../game/fairness/proof-fields.ts'
import { formatCount, formatMoment } from '../../../i18n/format.ts'
import type { RollProof } from '../../../protocol/fairness.ts'
import { reportChecked } from '../../../stores/fairness/fairness.ts'
import { canVerify, webHashing } from '../../../stores/fairness/web-hashing.ts'
import { compareAnswer } from '../../../stores/kernel/answered-commitments.ts'
import { $user } from '../../../stores/kernel/user.ts'
import { Fact, FactList } from '../../ui/Fact.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { ItemCard } from '../../ui/items/ItemCard.tsx'
import { Price } from '../../ui/money/Price.tsx'
import { VerdictIcon, VerdictWord } from '../../ui/Verdict.tsx'
import { OddsDetails } from '../odds/OddsDetails.tsx'
import styles from '../parts/fairness.module.css'

interface ProofProps {
  readonly record: RollRecord
  /** The part of the proof that cannot be checked and comes from the server; null for a pasted proof. */
  readonly reply: RollProof | null
}

export function Proof({ record, reply }: ProofProps): ReactElement {
  const { t } = useTranslation('fairness')
  const [result, setResult] = useState<Verification | null>(null)
  useEffect(() => {
    let shown = true
    if (canVerify()) void verifyRecord(record, webHashing).then((verification) => shown && setResult(verification))
    return () => {
      shown = false
    }
  }, [record])
  const isRight = result !== null && verdictOf(STEPS.map((step) => result[step])) === 'right'
  useEffect(() => {
    if (isRight && reply !== null) void reportChecked(reply.id)
  }, [isRight, reply])
  return (
    <section className={styles.panel} aria-labelledby="proof-title">
      <h3 id="proof-title">{t('proof.title')}</h3>
      <Summary result={result} isPasted={reply === null} />
      {reply !== null && <Source reply={reply} />}
      <div className={styles.sides}>
        <Prize record={record} reply={reply} />
        <Facts record={record} reply={reply} />
      </div>
      {result !== null && <Steps record={record} result={result} />}
      {record.serverSeed === null && <Secret reply={reply} />}
      <OddsDetails text={record.odds} hash={reply === null ? null : record.oddsHash} roll={record.roll} />
    </section>
  )
}

/** Shows the verdict in one sentence; screen readers announce it. */
function Summary({ result, isPasted }: { result: Verification | null; isPasted: boolean }): ReactElement {
  const { t } = useTranslation('fairness')
  if (result === null) {
    return <p className={styles.quiet}>{canVerify() ? t('verdict.checking') : t('verdict.insecure')}</p>
  }
  const verdict = verdictOf(STEPS.map((step) => result[step]))
  return (
    <div className={styles.verdict} data-verdict={verdict} role="status">
      <VerdictIcon verdict={verdict} />
      <div>
        <p>{t(isPasted && verdict === 'wrong' ? 'verdict.pastedWrong' : `verdict.${verdict}`)}</p>
        {isPasted && verdict === 'right' && <p className={styles.quiet}>{t('verdict.pasted')}</p>}
      </div>
    </div>
  )
}

/** Tells where the server could know both seeds, and where it replaced what this browser had answered. */
function Source({ reply }: { reply: RollProof }): ReactElement | null {
  const { t } = useTranslation('fairness')
  const answer = compareAnswer(reply)
  if (answer === 'seed-replaced' || answer === 'commit-replaced') {
    return (
      <div className={styles.verdict} data-verdict="wrong" role="alert">
        <VerdictIcon verdict="wrong" />
        <p>{t(`answer.${answer}`)}</p>
      </div>
    )
  }
  if (reply.clientSeedSource === 'player') return null
  return (
    <p className={styles.secret}>
      <Icon name="info" />
      <span>{t('weaker.roll')}</span>
    </p>
  )
}

/** Shows the item as a card, or as text for a pasted proof, whose picture could be loaded from any address. */
function Prize({ record, reply }: ProofProps): ReactElement {
  const { t } = useTranslation('fairness')
  if (record.won === null) {
    return (
      <p className={styles.lost}>
        <Icon name="info" />
        {t('proof.nothing')}
      </p>
    )
  }
  if (record.won.item === BALANCE_PRIZE) {
    return (
      <p className={styles.prize}>
        {t('outcome.balance')}
        <Price cents={record.won.price} />
      </p>
    )
  }
  if (reply !== null && reply.won !== null && reply.won.item !== null) {
    return <ItemCard item={reply.won.item} price={reply.won.price} lazy={false} className={styles.won} />
  }
  return (
    <p className={styles.prize}>
      <code>{record.won.item}</code>
      <Price cents={record.won.price} />
    </p>
  )
}

function Facts({ record, reply }: ProofProps): ReactElement {
  const { t, i18n } = useTranslation('fairness')
  const language = i18n.language as Language
  return (
    <FactList>
      <Fact name={t('fact.game')}>
        <span>{t(`game.${record.game}`)}</span>
        {reply !== null && reply.case !== null && (
          <>
            {': '}
            <a href={casePath(reply.case.url)}>{reply.case.name[language]}</a>
          </>
        )}
      </Fact>
      <Drawn record={record} />
      {reply !== null && <ServerFacts reply={reply} />}
      <Fact name={t('fact.commit')} code>
        {record.commit}
      </Fact>
      <Fact name={t('fact.serverSeed')} code={record.serverSeed !== null}>
        {record.serverSeed ?? t('fact.stillSecret')}
      </Fact>
      <Fact name={t('fact.clientSeed')} code>
        {record.clientSeed}
      </Fact>
      <Fact name={t('fact.nonce')}>{formatCount(record.nonce, language)}</Fact>
      <Fact name={t('fact.range')}>{formatCount(record.n, language)}</Fact>
      <Fact name={t('fact.oddsHash')} code>
        {record.oddsHash}
      </Fact>
    </FactList>
  )
}

/** Shows who played and when: this comes from the server and cannot be computed. */
function ServerFacts({ reply }: { reply: RollProof }): ReactElement {
  const { t } = useTranslation('fairness')
  const { player, created_at } = reply
  return (
    <>
      <Fact name={t('fact.player')}>
        {player.username === null ? t('fact.hidden') : <a href={`/user/${player.id}`}>{player.username}</a>}
      </Fact>
      <Fact name={t('fact.at')}>{formatMoment(created_at)}</Fact>
    </>
  )
}

/** Returns the outcome of a roll, by which its text is chosen. */
function outcomeOf(item: string | null): 'nothing' | 'balance' | 'item' {
  if (item === null) return 'nothing'
  return item === BALANCE_PRIZE ? 'balance' : 'item'
}

/** Shows the price of the roll, its number, and the tickets of its line. */
function Drawn({ record }: { record: RollRecord }): ReactElement {
  const { t, i18n } = useTranslation('fairness')
  const language = i18n.language as Language
  const odds = readOdds(record.odds)
  const line = odds === null ? undefined : lineOfRoll(odds, record.roll)
  const game = PLAYER_GAMES.find((name) => name === record.game)
  return (
    <>
      {odds !== null && game !== undefined && (
        <Fact name={t(`stake.${game}`)}>
          {odds.priceCents === 0 ? t('stake.free') : <Price cents={odds.priceCents} />}
        </Fact>
      )}
      <Fact name={t('fact.roll')}>
        <strong className={styles.figure}>{formatCount(record.roll, language)}</strong>
      </Fact>
      {line !== undefined && (
        <Fact name={t(`tickets.${outcomeOf(line.item)}`)}>
          {`${formatCount(line.from, language)}–${formatCount(line.to, language)}`}
        </Fact>
      )}
    </>
  )
}

function Steps({ record, result }: { record: RollRecord; result: Verification }): ReactElement {
  const { t } = useTranslation('fairness')
  const wordsOf = (step: (typeof STEPS)[number]) => (step === 'item' ? outcomeOf(record.won?.item ?? null) : step)
  return (
    <ol className={styles.steps}>
      {STEPS.map((step) => {
        const { verdict, computed } = result[step]
        return (
          <li key={step} data-verdict={verdict}>
            <VerdictIcon verdict={verdict} />
            <div>
              <p>
                <strong>{t(`step.${wordsOf(step)}`)}</strong> <VerdictWord>{t(`word.${verdict}`)}</VerdictWord>
              </p>
              <p className={styles.quiet}>{t(`how.${wordsOf(step)}`)}</p>
              {step === 'roll' && <code>{`${record.game}:${record.clientSeed}:${record.nonce}:0`}</code>}
              {computed !== null && <code>→ {computed === NOTHING ? t('outcome.nothing') : computed}</code>}
            </div>
          </li>
        )
      })}
    </ol>
  )
}

/** Tells why two steps cannot be checked before the seed is revealed, and the player how to reveal it. */
function Secret({ reply }: { reply: RollProof | null }): ReactElement {
  const { t } = useTranslation('fairness')
  const user = useStore($user, { ssr: 'initial' })
  const owner = user.status === 'authorised' && user.user.id === reply?.player.id
  return (
    <p className={styles.secret}>
      <Icon name="lock" />
      <span>
        {t('secret.text')} {owner ? <a href="#seeds">{t('secret.owner')}</a> : <span>{t('secret.other')}</span>}
      </span>
    </p>
  )
}
