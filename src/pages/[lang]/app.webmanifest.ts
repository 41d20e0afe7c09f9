// The manifest of the installed app, a file of the build in each language.
import { LANGUAGES, type Language } from '../../game/base/language.ts'
import { appManifest } from '../../layouts/app-manifest.ts'

export function getStaticPaths(): readonly { readonly params: { readonly lang: Language } }[] {
  return LANGUAGES.map((lang) => ({ params: { lang } }))
}

/** Makes the manifest of a language. */
export function GET({ params }: { readonly params: { readonly lang: Language } }): Response {
  return Response.json(appManifest(params.lang), { headers: { 'content-type': 'application/manifest+json' } })
}
