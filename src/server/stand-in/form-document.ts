// A stand-in page with choices: one form, whose last button leaves the page.
import type { Language } from '../../game/base/language.ts'
import { type StandInContents, standInDocument, standInFooter } from './document.ts'
import { escapeMarkup } from './plain-document.ts'

export interface StandInForm {
  /** The address that the form is posted to. */
  readonly action: string
  /** Hidden fields. */
  readonly fields: Readonly<Record<string, string>>
}

export interface FormContents extends Omit<StandInContents, 'body'> {
  readonly form: StandInForm
  /** Markup inside the form. */
  readonly choices: string
  readonly cancel: { readonly name: string; readonly value: string; readonly label: string }
  readonly note: string
}

/** Returns the whole document. `style` and `choices` are markup; all other texts are escaped here. */
export function formDocument(language: Language, contents: FormContents): string {
  const { form, choices, cancel, note, ...page } = contents
  const hidden = Object.entries(form.fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeMarkup(name)}" value="${escapeMarkup(value)}">`)
    .join('')
  const leave = `<button class="cancel" name="${cancel.name}" value="${cancel.value}">${escapeMarkup(cancel.label)}</button>`
  return standInDocument(language, {
    ...page,
    body: `<form method="post" action="${escapeMarkup(form.action)}">
${hidden}
${choices}
${standInFooter(leave, note)}
</form>`,
  })
}
