import type Medusa from "@medusajs/js-sdk"

export declare const sdk: Medusa
