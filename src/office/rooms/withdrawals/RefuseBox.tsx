// A refusal: one of the shop's reasons, as the player reads it in each language, and a note for the record.
import { type ReactElement, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '../../../game/base/language.ts'
import { formatMoney } from '../../../i18n/format.ts'
import { LANGUAGE_NAMES, parseLanguage } from '../../../i18n/language.ts'
import type { ActReply } from '../../../protocol/office/common.ts'
import type { RefusalView } from '../../../protocol/office/withdrawals.ts'
import { Button } from '../../parts/Button.tsx'
import { DialogActions } from '../../parts/Dialog.tsx'
import { TextField } from '../../parts/Field.tsx'
import { useKeys } from '../../parts/Keys.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { WITHDRAWALS } from '../../session/counts.ts'
import { Fault } from '../../session/Fault.tsx'
import { useAct } from '../../session/use-act.ts'
import { sumOf } from './CaseItems.tsx'
import type { CaseActsProps } from './case-props.ts'
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

export function RefuseBox({
  data,
  chosen,
  onDecided,
  onPart,
  onClose,
}: CaseActsProps & { onClose: () => void }): ReactElement {
  const { t } = useTranslation(['officeWithdrawals', 'office'])
  const { player, items, refusals } = data
  const [place, setPlace] = useState(0)
  const [note, setNote] = useState('')
  const refusal = refusals[place] ?? refusals[0]
  const { mutate, isPending, error } = useAct(async () => {
    if (refusal === undefined) return
    const ids = chosen.map(({ id }) => id)
    // Without a note the record says what the player reads.
    const reason = note.trim() === '' ? (refusal.text?.en ?? refusal.id) : note.trim()
    await api.post<ActReply>(`/withdrawals/cases/${player.id}/refuse`, { items: ids, refusal: refusal.id, reason })
    onClose()
    if (ids.length === items.length) onDecided(player.id)
    else onPart()
  }, [[WITHDRAWALS]])
  const decide = (): void => {
    if (!isPending && chosen.length > 0) mutate(undefined)
  }
  useKeys([
    { key: 'n', run: decide },
    { key: 'Escape', run: onClose },
    ...refusals.map((_, index) => ({ key: String(index + 1), run: () => setPlace(index) })),
  ])
  return (
    <section className={styles.box} aria-label={t('refuse.begin')}>
      <p>{t('refuse.text', { count: chosen.length, sum: formatMoney(sumOf(chosen, 'won')) })}</p>
      <Reasons refusals={refusals} chosen={place} onChoose={setPlace} />
      {refusal === undefined ? null : <Preview refusal={refusal} />}
      <TextField
        label={t('refuse.note')}
        hint={t('refuse.note-hint')}
        maxLength={NOTE_MOST}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <Fault error={error} />
      <DialogActions>
        <ActButton
          verb="withdrawals.refuse"
          prospect={{ state: 'review' }}
          tone="danger"
          busy={isPending}
          disabledReason={chosen.length === 0 ? t('nothing-ticked') : undefined}
          aria-keyshortcuts="n"
          onClick={decide}
        >
          {t('refuse.do')}
        </ActButton>
        <Button onClick={onClose}>{t('office:cancel')}</Button>
      </DialogActions>
    </section>
  )
}
