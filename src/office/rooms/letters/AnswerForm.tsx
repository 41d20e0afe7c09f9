// The answer to a letter, and the decision that closes it.
import { type ClipboardEvent, type FormEvent, type ReactElement, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { APPEAL_DAYS, LETTER_TEXT_MOST } from '../../../game/letters/letters.ts'
import type { ActReply } from '../../../protocol/office/common.ts'
import type { OfficeThread } from '../../../protocol/office/letters.ts'
import { Button } from '../../parts/Button.tsx'
import { Dialog, DialogActions } from '../../parts/Dialog.tsx'
import { TextArea } from '../../parts/Field.tsx'
import { ActButton, useDisabledReason } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { Fault } from '../../session/Fault.tsx'
import { usePageActions } from '../../session/page-actions.tsx'
import { useAct } from '../../session/use-act.ts'
import { PicturesField } from './PicturesField.tsx'
import { useDraft } from './use-draft.ts'
import { usePictures } from './use-pictures.ts'

interface FormProps {
  readonly letter: OfficeThread
}

/** Asks for the decision: what the player reads, or nothing. */
function CloseDialog({ letter, open, onClose }: FormProps & { open: boolean; onClose: () => void }): ReactElement {
  const { t } = useTranslation(['officeLetters', 'office'])
  const { id, player, isAppeal, messages } = letter
  const [text, setText] = useDraft(`close:${id}`)
  const { mutate, isPending, error } = useAct(
    'letters.close',
    (words: string) =>
      api.post<ActReply>(`/letters/${id}/close`, {
        last: messages.at(-1)?.id,
        ...(words === '' ? {} : { text: words }),
      }),
    [['letters'], ['players', String(player.id)]],
  )
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (isPending) return
    mutate(text.trim(), {
      onSuccess: () => {
        setText('')
        onClose()
      },
    })
  }
  return (
    <Dialog open={open} onClose={onClose} title={t('close')}>
      <form onSubmit={submit} className="stack">
        <p>{t(isAppeal ? 'close-appeal-text' : 'close-text', { name: player.username, days: APPEAL_DAYS })}</p>
        <TextArea
          label={t('decision-label')}
          hint={t('decision-hint')}
          rows={5}
          maxLength={LETTER_TEXT_MOST}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Fault error={error} />
        <DialogActions>
          <Button type="submit" tone="signal" busy={isPending}>
            {t(text.trim() === '' ? 'close-empty' : 'decide')}
          </Button>
          <Button onClick={onClose}>{t('office:cancel')}</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

export function AnswerForm({ letter }: FormProps): ReactElement {
  const { t } = useTranslation('officeLetters')
  const { id, state, hasDecided, messages, player } = letter
  const [text, setText] = useDraft(`answer:${id}`)
  const added = usePictures(id)
  const [isClosing, setClosing] = useState(false)
  const prospect = { state, hasDecided }
  const answer = useAct(
    'letters.answer',
    (words: string) =>
      api.post<ActReply>(`/letters/${id}/answer`, {
        text: words,
        last: messages.at(-1)?.id,
        pictures: added.pictures.map((picture) => picture.id),
      }),
    [['letters'], ['players', String(player.id)]],
  )
  const closeReason = useDisabledReason('letters.close', prospect)
  usePageActions(
    useMemo(() => [{ label: t('close'), run: () => setClosing(true), disabledReason: closeReason }], [t, closeReason]),
  )
  const paste = (event: ClipboardEvent): void => {
    const files = [...event.clipboardData.files]
    if (files.length === 0) return
    event.preventDefault()
    void added.add(files)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (answer.isPending || added.adding > 0) return
    answer.mutate(text.trim(), {
      onSuccess: () => {
        setText('')
        added.clear()
      },
    })
  }
  return (
    <>
      <form onSubmit={submit} className="stack">
        {state === 'closed' || hasDecided ? null : (
          <>
            <TextArea
              label={t('answer')}
              hint={t('answer-hint')}
              required
              rows={5}
              maxLength={LETTER_TEXT_MOST}
              value={text}
              onChange={({ target }) => setText(target.value)}
              onPaste={paste}
            />
            <PicturesField {...added} />
          </>
        )}
        <Fault error={answer.error} />
        <DialogActions>
          <ActButton
            verb="letters.answer"
            prospect={prospect}
            type="submit"
            tone="signal"
            busy={answer.isPending || added.adding > 0}
          >
            {t('answer')}
          </ActButton>
          <ActButton verb="letters.close" prospect={prospect} onClick={() => setClosing(true)}>
            {t('close')}
          </ActButton>
        </DialogActions>
      </form>
      <CloseDialog letter={letter} open={isClosing} onClose={() => setClosing(false)} />
    </>
  )
}
