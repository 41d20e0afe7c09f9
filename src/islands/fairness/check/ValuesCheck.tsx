// The check by values: seeds, nonce, game, N and optionally the odds table. The browser computes the roll.
import { type ReactElement, type SubmitEvent, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { GAME_NAMES, type GameName } from '../../../game/base/games.ts'
import type { Language } from '../../../game/base/language.ts'
import { drawRollAsync, ROLL_RANGE } from '../../../game/fairness/fairness.ts'
import { BALANCE_PRIZE, lineOfRoll, type OddsLine, readOdds } from '../../../game/fairness/odds-text.ts'
import { formatCount, formatMoney } from '../../../i18n/format.ts'
import { canVerify, webHashing } from '../../../stores/fairness/web-hashing.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { Fact, FactList } from '../../ui/Fact.tsx'
import styles from '../parts/fairness.module.css'
import { LongField, SelectField } from './fields.tsx'
import { type RollValues, readValues, type TypedValues, type ValueFaults } from './pasted.ts'

const EMPTY: TypedValues = { serverSeed: '', clientSeed: '', nonce: '', game: 'case', n: String(ROLL_RANGE), odds: '' }

const MOST_LETTERS = 100_000

interface Computed {
  readonly values: RollValues
  readonly commit: string
  readonly roll: number
  /** The hash of the odds and the line of the roll; null without odds. */
  readonly odds: { readonly hash: string; readonly line: OddsLine | undefined } | null
}

async function compute(values: RollValues): Promise<Computed> {
  const { serverSeed, game, clientSeed, nonce, n: range, odds: text } = values
  const roll = await drawRollAsync(webHashing.hmac(serverSeed), { game, clientSeed, nonce, range })
  const odds = text === null ? null : readOdds(text)
  return {
    values,
    commit: await webHashing.sha256(serverSeed),
    roll,
    odds: text === null || odds === null ? null : { hash: await webHashing.sha256(text), line: lineOfRoll(odds, roll) },
  }
}

export function ValuesCheck(): ReactElement {
  const { t } = useTranslation('fairness')
  const [typed, setTyped] = useState(EMPTY)
  const [faults, setFaults] = useState<ValueFaults>({})
  const [computed, setComputed] = useState<Computed | null>(null)
  const form = useRef<HTMLFormElement>(null)

  // The first invalid field takes the focus.
  useEffect(() => {
    if (Object.keys(faults).length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [faults])

  const change = (part: Partial<TypedValues>): void => {
    setTyped({ ...typed, ...part })
    setComputed(null)
  }
  const submit = (event: SubmitEvent): void => {
    event.preventDefault()
    const read = readValues(typed)
    setFaults(read.ok ? {} : read.faults)
    setComputed(null)
    if (read.ok) void compute(read.values).then(setComputed)
  }

  if (!canVerify()) return <p className={styles.quiet}>{t('verdict.insecure')}</p>
  return (
    <>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <p className={styles.quiet}>{t('value.lead')}</p>
        <ValueFields typed={typed} faults={faults} onChange={change} />
        <Button type="submit" tone="signal" icon="dice">
          {t('value.action')}
        </Button>
      </form>
      {computed !== null && <Outcome computed={computed} />}
    </>
  )
}

interface ValueFieldsProps {
  readonly typed: TypedValues
  readonly faults: ValueFaults
  readonly onChange: (part: Partial<TypedValues>) => void
}

function ValueFields({ typed, faults, onChange }: ValueFieldsProps): ReactElement {
  const { t } = useTranslation('fairness')
  const errorOf = (name: keyof TypedValues): string | undefined => {
    const fault = faults[name]
    return fault === undefined ? undefined : t(`fault.${fault}`)
  }
  const field = (name: 'serverSeed' | 'clientSeed' | 'nonce' | 'n', mode: 'text' | 'numeric' = 'text') => (
    <Field
      label={t(`value.${name}`)}
      error={errorOf(name)}
      value={typed[name]}
      inputMode={mode}
      maxLength={200}
      spellCheck={false}
      autoComplete="off"
      autoCapitalize="off"
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  )
  return (
    <>
      {field('serverSeed')}
      {field('clientSeed')}
      <div className={styles.row}>
        <SelectField<GameName>
          label={t('fact.game')}
          options={GAME_NAMES.map((game) => ({ value: game, label: t(`game.${game}`) }))}
          value={GAME_NAMES.find((game) => game === typed.game) ?? 'case'}
          onChange={(game) => onChange({ game })}
        />
        {field('nonce', 'numeric')}
        {field('n', 'numeric')}
      </div>
      <LongField
        label={t('value.odds')}
        hint={t('value.oddsHint')}
        error={errorOf('odds')}
        value={typed.odds}
        rows={3}
        maxLength={MOST_LETTERS}
        onChange={(odds) => onChange({ odds })}
      />
    </>
  )
}

/** Shows the computed roll, to be compared with the published one. */
function Outcome({ computed }: { computed: Computed }): ReactElement {
  const { t, i18n } = useTranslation('fairness')
  const language = i18n.language as Language
  const { values, commit, roll, odds } = computed
  return (
    <section className={styles.panel} role="status" aria-labelledby="outcome-title">
      <h3 id="outcome-title">{t('outcome.title')}</h3>
      <FactList>
        <Fact name={t('fact.roll')}>
          <strong className={styles.figure}>{formatCount(roll, language)}</strong>
        </Fact>
        <Fact name={t('fact.commit')} code>
          {commit}
        </Fact>
        <Fact name={t('fact.message')} code>
          {`${values.game}:${values.clientSeed}:${values.nonce}:0`}
        </Fact>
        {odds !== null && (
          <>
            <Fact name={t('fact.oddsHash')} code>
              {odds.hash}
            </Fact>
            <Fact name={t('outcome.wins')}>
              {odds.line === undefined || odds.line.item === null ? (
                t('outcome.nothing')
              ) : (
                <>
                  {odds.line.item === BALANCE_PRIZE ? (
                    <span>{t('outcome.balance')}</span>
                  ) : (
                    <code>{odds.line.item}</code>
                  )}{' '}
                  <span>{formatMoney(odds.line.priceCents)}</span>
                </>
              )}
            </Fact>
          </>
        )}
      </FactList>
      <p className={styles.quiet}>{t('outcome.compare')}</p>
    </section>
  )
}
