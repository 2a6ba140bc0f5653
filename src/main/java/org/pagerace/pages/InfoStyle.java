package org.pagerace.pages;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;

/** Style sheet and logo of {@code /info}: constants, as they are in PHP's binary. */
final class InfoStyle {

    /** What stands between the style tags, to the byte: the policy carries its hash. */
    static final byte[] STYLE = Html.bytes("""

            body { background: #fff; color: #222; font-family: sans-serif; margin: 16px 0; }
            table { border: 0; border-collapse: collapse; box-shadow: 1px 2px 3px rgba(0, 0, 0, .2); width: 934px; }
            .center { text-align: center; }
            .center table { margin: 1em auto; text-align: left; }
            .center th { text-align: center !important; }
            td, th { border: 1px solid #666; font-size: 75%; padding: 4px 5px; vertical-align: baseline; }
            th { background: inherit; position: sticky; top: 0; }
            h1 { font-size: 150%; }
            h2 { font-size: 125%; }
            a { color: inherit; text-decoration: none; }
            a:hover { text-decoration: underline; }
            img { border: 0; float: right; height: 64px; margin: 2px; width: 64px; }
            hr { background: #ccc; border: 0; height: 1px; width: 934px; }
            .p { text-align: left; }
            .e { background: #ccf; font-weight: bold; overflow-wrap: anywhere; width: 300px; }
            .h { background: #99c; font-weight: bold; }
            .v { background: #ddd; max-width: 300px; overflow-wrap: anywhere; }
            .v i { color: #767676; }
            @media (max-width: 960px) {
              table, hr { width: 96%; }
              .e { width: 35%; }
            }
            @media (prefers-color-scheme: dark) {
              body { background: #1c1c22; color: #e4e4ea; }
              td, th { border-color: #565664; }
              .h { background: #3c4680; }
              .e { background: #343850; }
              .v { background: #2a2a33; }
              .v i { color: #9a9aa6; }
              hr { background: #444; }
            }
            """);

    /** Refuses everything but this style sheet and the logo. */
    static final String POLICY = "default-src 'none'; style-src 'sha256-" + sha256(STYLE) + "'; img-src data:";

    /** A finish flag in a round road. */
    static final String LOGO =
            "data:image/svg+xml;base64," + Base64.getEncoder().encodeToString(Html.bytes("""
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64">
            <circle cx="32" cy="32" r="30" fill="#2b2f4a"/>
            <circle cx="32" cy="32" r="26.5" fill="none" stroke="#fff" stroke-width="1.5" stroke-dasharray="7 5"/>
            <path d="M20 14v38" stroke="#e9e9f2" stroke-width="3" stroke-linecap="round"/>
            <path d="M21.5 15q7-3 12 0t12 0v18q-7 3-12 0t-12 0z" fill="#fff"/>
            <path d="M21.5 15q3.5-1.5 6-1.2v6q-3-.3-6 1.2zM33.500 15q3 1.800 6 1.600v6q-3 .2-6-1.600zM27.500 19.800q3 0 6 1.200v6\
            q-3-1.500-6-1.200zM39.500 22.600q3-.1 6-1.600v6q-3 1.500-6 1.600zM21.500 27q3-1.500 6-1.200v6q-3-.3-6 1.200zM33.500 27\
            q3 1.800 6 1.600v6q-3 .2-6-1.600z" fill="#2b2f4a"/>
            </svg>
            """));

    private InfoStyle() {}

    private static String sha256(byte[] bytes) {
        try {
            return Base64.getEncoder()
                    .encodeToString(MessageDigest.getInstance("SHA-256").digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
