interface ImportMetaEnv {
  /** Of the Medusa server. */
  readonly VITE_MEDUSA_URL: string
  readonly VITE_PUBLISHABLE_KEY: string
}
