// A refusal: one of the shop's reasons, as the player reads it in each language, and a note for the record.
import { type ReactElement, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '../../../game/base/language.ts'
import { LANGUAGE_NAMES, parseLanguage } from '../../../i18n/language.ts'
import type { RefusalView } from '../../../protocol/office/withdrawals.ts'
import { TextField } from '../../parts/Field.tsx'
import { type BoxProps, DecisionBox } from './DecisionBox.tsx'
import styles from './withdrawals.module.css'

/** Letters of a note (protocol/office/common.ts). */
const NOTE_MOST = 500

/** What a player reads of a refusal, in each language. */
function Preview({ refusal }: { refusal: RefusalView }): ReactElement {
  const { t } = useTranslation('officeWithdrawals')
  const { text } = refusal
  if (text === null) return <p>{t('refuse.own-words')}</p>
  return (
    <dl className={styles.preview} aria-label={t('refuse.preview')}>
      {LANGUAGES.map((language) => (
        <div key={language}>
          <dt lang={language}>{LANGUAGE_NAMES[language]}</dt>
          <dd lang={language}>{text[language]}</dd>
        </div>
      ))}
    </dl>
  )
}

interface ReasonsProps {
  refusals: readonly RefusalView[]
  chosen: number
  onChoose: (place: number) => void
}

function Reasons({ refusals, chosen, onChoose }: ReasonsProps): ReactElement {
  const { t, i18n } = useTranslation('officeWithdrawals')
  const name = useId()
  const language = parseLanguage(i18n.language) ?? 'en'
  return (
    <fieldset className={styles.choices}>
      <legend>{t('refuse.reason')}</legend>
      {refusals.map(({ id, text }, place) => (
        <label key={id}>
          <input type="radio" name={name} checked={place === chosen} onChange={() => onChoose(place)} />
          <kbd>{place + 1}</kbd> <span>{text?.[language] ?? id}</span>
        </label>
      ))}
    </fieldset>
  )
}

export function RefuseBox(props: BoxProps): ReactElement {
  const { t } = useTranslation('officeWithdrawals')
  const { refusals } = props.data
  const [place, setPlace] = useState(0)
  const [note, setNote] = useState('')
  const refusal = refusals[place] ?? refusals[0]
  // Without a note the record says what the player reads.
  const reason = note.trim() === '' ? (refusal?.text?.en ?? refusal?.id) : note.trim()
  return (
    <DecisionBox
      {...props}
      decision="refuse"
      action={t('refuse.do')}
      body={{ refusal: refusal?.id, reason }}
      keys={refusals.map((_, index) => ({ key: String(index + 1), run: () => setPlace(index) }))}
    >
      <Reasons refusals={refusals} chosen={place} onChoose={setPlace} />
      {refusal === undefined ? null : <Preview refusal={refusal} />}
      <TextField
        label={t('refuse.note')}
        hint={t('refuse.note-hint')}
        maxLength={NOTE_MOST}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
    </DecisionBox>
  )
}
