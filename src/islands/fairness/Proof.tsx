// Everything a roll was made of, and the four steps that check it. All of it is text: nothing from the record is ever markup.
import { useStore } from '@nanostores/react'
import { type ReactElement, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { RollProof } from '../../contract/fairness.ts'
import { casePath } from '../../game/case-path.ts'
import type { Language } from '../../game/language.ts'
import { BALANCE_PRIZE, lineOfRoll, readOdds } from '../../game/odds-text.ts'
import { NOTHING, STEPS, type Verification, verdictOf, verifyRecord } from '../../game/proof.ts'
import type { RollRecord } from '../../game/proof-fields.ts'
import { formatCount } from '../../i18n/format.ts'
import { $user } from '../../stores/user.ts'
import { Icon } from '../ui/Icon.tsx'
import { ItemCard } from '../ui/ItemCard.tsx'
import { Price } from '../ui/Price.tsx'
import { Fact, FactList } from './Fact.tsx'
import styles from './fairness.module.css'
import { OddsDetails } from './OddsDetails.tsx'
import { VerdictIcon, VerdictWord } from './Verdict.tsx'
import { canVerify, webHashing } from './web-hashing.ts'

interface ProofProps {
  readonly record: RollRecord
  /** What our server told of the roll beside what can be checked; null for a proof that was pasted. */
  readonly told: RollProof | null
}

export function Proof({ record, told }: ProofProps): ReactElement {
  const { t } = useTranslation('fairness')
  const [result, setResult] = useState<Verification | null>(null)
  useEffect(() => {
    let shown = true
    if (canVerify()) void verifyRecord(record, webHashing).then((verification) => shown && setResult(verification))
    return () => {
      shown = false
    }
  }, [record])
  return (
    <section className={styles.panel} aria-labelledby="proof-title">
      <h3 id="proof-title">{t('proof.title')}</h3>
      <Summary result={result} isPasted={told === null} />
      <div className={styles.sides}>
        <Prize record={record} told={told} />
        <Facts record={record} told={told} />
      </div>
      {result !== null && <Steps record={record} result={result} />}
      {record.serverSeed === null && <Secret told={told} />}
      <OddsDetails text={record.odds} hash={told === null ? null : record.oddsHash} roll={record.roll} />
    </section>
  )
}

/** The verdict in one sentence; heard by screen readers as soon as it is there. */
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

/** The item as its card, or as text alone where it was pasted: a picture would be fetched from wherever the proof says. */
function Prize({ record, told }: ProofProps): ReactElement {
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
  if (told !== null && told.won !== null && told.won.item !== null) {
    return <ItemCard item={told.won.item} price={told.won.price} lazy={false} className={styles.won} />
  }
  return (
    <p className={styles.prize}>
      <code>{record.won.item}</code>
      <Price cents={record.won.price} />
    </p>
  )
}

function Facts({ record, told }: ProofProps): ReactElement {
  const { t, i18n } = useTranslation('fairness')
  const language = i18n.language as Language
  return (
    <FactList>
      <Fact name={t('fact.game')}>
        {t(`game.${record.game}`)}
        {told !== null && told.case !== null && (
          <>
            {': '}
            <a href={casePath(told.case.url)}>{told.case.name[language]}</a>
          </>
        )}
      </Fact>
      <Drawn record={record} />
      {told !== null && <Told told={told} />}
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

/** Who played, and when: nobody can compute that, it is what we say. */
function Told({ told }: { told: RollProof }): ReactElement {
  const { t, i18n } = useTranslation('fairness')
  const { player, created_at } = told
  const at = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeStyle: 'medium' }).format(created_at)
  return (
    <>
      <Fact name={t('fact.player')}>
        {player.username === null ? t('fact.hidden') : <a href={`/user/${player.id}`}>{player.username}</a>}
      </Fact>
      <Fact name={t('fact.at')}>{at}</Fact>
    </>
  )
}

/** Games whose odds say what they cost or what was put into them. */
const STAKES = ['case', 'upgrade', 'contract', 'wheel', 'free_case'] as const

/** What came of a roll, as words are chosen by it. */
function outcomeOf(item: string | null): 'nothing' | 'balance' | 'item' {
  if (item === null) return 'nothing'
  return item === BALANCE_PRIZE ? 'balance' : 'item'
}

/** What the roll cost, its number, and the tickets of the line that it lies in. */
function Drawn({ record }: { record: RollRecord }): ReactElement {
  const { t, i18n } = useTranslation('fairness')
  const language = i18n.language as Language
  const odds = readOdds(record.odds)
  const line = odds === null ? undefined : lineOfRoll(odds, record.roll)
  const game = STAKES.find((name) => name === record.game)
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
          {formatCount(line.from, language)}–{formatCount(line.to, language)}
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

/** Says kindly why two steps wait, and to the player himself how to take them. */
function Secret({ told }: { told: RollProof | null }): ReactElement {
  const { t } = useTranslation('fairness')
  const user = useStore($user, { ssr: 'initial' })
  const owner = user.status === 'authorised' && user.user.id === told?.player.id
  return (
    <p className={styles.secret}>
      <Icon name="lock" />
      <span>
        {t('secret.text')} {owner ? <a href="#seeds">{t('secret.owner')}</a> : t('secret.other')}
      </span>
    </p>
  )
}
