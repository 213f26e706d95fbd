extension TestServer {
    /// The certificate of the servers that speak TLS, for `localhost` and the loopback addresses, with its key.
    ///
    /// Signed by an authority of its own, which no system trusts and whose key was thrown away. Valid for a hundred years.
    static let certificateAndKey = """
        -----BEGIN CERTIFICATE-----
        MIIBxDCCAWmgAwIBAgIUe0SjzZTUrEwY660Wn5/lX8ngFXgwCgYIKoZIzj0EAwIw
        GTEXMBUGA1UEAwwOVGVzdCBhdXRob3JpdHkwIBcNMjYxMTMwMDkxNzIyWhgPMjEy
        NjExMDYwOTE3MjJaMBQxEjAQBgNVBAMMCWxvY2FsaG9zdDBZMBMGByqGSM49AgEG
        CCqGSM49AwEHA0IABFcTtzWSeqz2OpwKy8h6QV2OEOqnus54vobxpUQAzrP9hzqM
        OHYlUbupUtxxmR7+ExB1yxM7LC2K82RGtMZQ1LOjgZEwgY4wLAYDVR0RBCUwI4IJ
        bG9jYWxob3N0hwR/AAABhxAAAAAAAAAAAAAAAAAAAAABMAkGA1UdEwQCMAAwEwYD
        VR0lBAwwCgYIKwYBBQUHAwEwHQYDVR0OBBYEFON/3r4VOzj4IEShnUem1ug3M9tR
        MB8GA1UdIwQYMBaAFMtn94hc9YaZiDZzBW6Zc5MWxy9/MAoGCCqGSM49BAMCA0kA
        MEYCIQCjir2qxU/cDYN8eNTRoB6wUrhogjYhPCRL1Nw8KI7m3wIhANVFIFckQwYs
        8ntdAH61eOTnLzjNwTzueAFY2vd1k3eR
        -----END CERTIFICATE-----
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgAMu9H5yBBpzy/tSZ
        LJMV508ignHZGlgTt7xNB2Y3HMWhRANCAARXE7c1knqs9jqcCsvIekFdjhDqp7rO
        eL6G8aVEAM6z/Yc6jDh2JVG7qVLccZke/hMQdcsTOywtivNkRrTGUNSz
        -----END PRIVATE KEY-----
        """
}
