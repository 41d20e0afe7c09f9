// One switch: what it stops, what players read, and the forms that switch it off and on.
import { type ReactElement, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES, type Language, type Localized, perLanguage } from '../../../game/base/language.ts'
import { isShopPart, WORDS_MOST } from '../../../game/office/switches.ts'
import type { ActReply } from '../../../protocol/office/common.ts'
import type { ShopSwitch, SwitchesReply, SwitchOffBody } from '../../../protocol/office/switches.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { SelectField, TextArea } from '../../parts/Field.tsx'
import { Moment } from '../../parts/Moment.tsx'
import { Facts, Panel } from '../../parts/Room.tsx'
import { ActButton } from '../../session/ActButton.tsx'
import { api } from '../../session/api.ts'
import { CloseLink } from '../../session/CloseLink.tsx'
import { ReasonForm } from '../../session/ReasonForm.tsx'
import { switchTitle } from '../../session/switch-title.ts'
import { useAct } from '../../session/use-act.ts'

/** How long a switch can be off, in minutes, beside as long as nobody switches it on. */
const SPANS = [30, 60, 180, 720, 1440] as const

interface FormProps {
  readonly shown: ShopSwitch
  readonly onClose: () => void
}

function OffForm({ shown, ready, onClose }: FormProps & Pick<SwitchesReply, 'ready'>): ReactElement {
  const { t, i18n } = useTranslation(['officeSwitches', 'office'])
  const [words, setWords] = useState<Localized>(() => perLanguage(() => ''))
  const [minutes, setMinutes] = useState<number | null>(SPANS[1])
  const { mutate, isPending, error } = useAct(
    'switches.off',
    (body: SwitchOffBody) => api.post<ActReply>(`/switches/${encodeURIComponent(shown.name)}/off`, body),
    [['switches']],
  )
  return (
    <ReasonForm
      action={t('off.act')}
      tone="danger"
      isPending={isPending}
      error={error}
      onAct={(reason) => mutate({ words, minutes, reason }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <SelectField
        label={t('off.ready')}
        value=""
        onChange={({ target }) => setWords(ready[Number(target.value)] ?? words)}
      >
        <option value="">{t('off.choose')}</option>
        {ready.map((one, place) => (
          <option key={one.en} value={place}>
            {one[i18n.language as Language]}
          </option>
        ))}
      </SelectField>
      {LANGUAGES.map((language) => (
        <TextArea
          key={language}
          label={`${t('words')}: ${t(`names.${language}`)}`}
          lang={language}
          rows={2}
          required
          minLength={3}
          maxLength={WORDS_MOST}
          value={words[language]}
          onChange={({ target }) => setWords({ ...words, [language]: target.value })}
        />
      ))}
      <SelectField
        label={t('off.span')}
        value={minutes ?? ''}
        onChange={({ target }) => setMinutes(target.value === '' ? null : Number(target.value))}
      >
        {SPANS.map((span) => (
          <option key={span} value={span}>
            {span < 60 ? t('off.minutes', { count: span }) : t('off.hours', { count: span / 60 })}
          </option>
        ))}
        <option value="">{t('by-hand')}</option>
      </SelectField>
    </ReasonForm>
  )
}

function OnForm({ shown, onClose }: FormProps): ReactElement {
  const { t } = useTranslation('officeSwitches')
  const { mutate, isPending, error } = useAct(
    'switches.on',
    (body: { reason: string }) => api.post<ActReply>(`/switches/${encodeURIComponent(shown.name)}/on`, body),
    [['switches']],
  )
  return (
    <ReasonForm
      action={t('on.act')}
      isPending={isPending}
      error={error}
      onAct={(reason) => mutate({ reason }, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>{t('on.text')}</p>
    </ReasonForm>
  )
}

export function SwitchPanel({ shown, ready }: { shown: ShopSwitch } & Pick<SwitchesReply, 'ready'>): ReactElement {
  const { t } = useTranslation(['officeSwitches', 'office'])
  const [isOpen, setOpen] = useState(false)
  const { name, off } = shown
  const title = switchTitle(shown, t)
  const close = (): void => setOpen(false)
  const state = off === null ? 'on' : 'off'
  return (
    <Panel title={title} close={<CloseLink to="/switches" drop="name" />}>
      <section className="stack" aria-label={t('when-off')}>
        <h3>{t('when-off')}</h3>
        <p>{t(isShopPart(name) ? `stops.${name}` : 'stops.method')}</p>
      </section>
      {off === null ? null : (
        <>
          <Facts
            facts={[
              [t('since'), <Moment key="since" at={off.since} />],
              [t('until'), off.until === null ? t('by-hand') : <Moment key="until" at={off.until} />],
            ]}
          />
          <h3>{t('words')}</h3>
          <Facts
            facts={LANGUAGES.map((language) => [
              t(`names.${language}`),
              <span key={language} lang={language}>
                {off.words[language]}
              </span>,
            ])}
          />
        </>
      )}
      <ActButton
        verb={off === null ? 'switches.off' : 'switches.on'}
        prospect={{ state }}
        tone={off === null ? 'danger' : 'signal'}
        onClick={() => setOpen(true)}
      >
        {t(off === null ? 'off.act' : 'on.act')}
      </ActButton>
      <Dialog open={isOpen} onClose={close} title={title}>
        {off === null ? (
          <OffForm shown={shown} ready={ready} onClose={close} />
        ) : (
          <OnForm shown={shown} onClose={close} />
        )}
      </Dialog>
    </Panel>
  )
}
